/** How players are called, everywhere. */

import { fromStore } from "svelte/store";
import { known, lang, t, type Message } from "./i18n";

const spoken = fromStore(lang);

/** What of a chair its name is made of. */
export interface Named {
  seat: number;
  who: "open" | "person" | "bot";
  name: string;
  level: string;
}

/** The most letters in a name, and the most marks on a letter; the server checks the same (`server/base/names.py`). */
export const NAME_LONGEST = 40;
const MARKS = 3;
/** Invisible characters that keyboards and copied texts add: they are removed. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u2060\u2065\ufeff\ufff0-\ufff8]/g;
/** Blanks and invisible letters. */
const BLANKS = /[\p{Z}\t\n\v\f\r\u115f\u1160\u2800\u3164\uffa0\u{13441}\u{13442}\u{1d159}]+/gu;
/** The flag of a part of a country, such as Wales. */
const FLAGS = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu;
/** What joins letters or emoji, or keeps them apart, is not seen itself and begins no new letter. */
const JOINED = String.raw`[\u200c\u200d]*[\p{Mn}\p{Me}]`;
/** What never is a sign that one sees: no letter at all, and the planes for programs, but for what chooses the form of a Chinese letter. */
const NEVER = String.raw`\p{Noncharacter_Code_Point}|(?![\u{e0100}-\u{e01ef}])[\u{e0000}-\u{10ffff}]`;
const ODD = new RegExp(
  String.raw`(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}]|${NEVER}|^${JOINED}|(?:${JOINED}){${MARKS + 1}}`,
  "u",
);
const SEEN = /[\p{L}\p{N}\p{P}\p{S}\p{Cn}]/u;

/** A name as it is saved: without extra blanks and invisible characters. */
export function cleanName(name: string): string {
  return name.replace(UNSEEN, "").replace(BLANKS, " ").replace(/^ | $/g, "").normalize("NFC");
}

/** Why this cannot be a name; null if it can. */
export function nameFault(name: string): Message | null {
  const clean = cleanName(name);
  const letters = [...clean].length;
  if (letters === 0) return { key: "ui.name.missing" };
  if (letters > NAME_LONGEST) return { key: "ui.name.long", args: { n: letters, most: NAME_LONGEST } };
  if (ODD.test(clean.replace(FLAGS, "\u{1f3f4}"))) return { key: "error.name_signs" };
  return SEEN.test(clean) ? null : { key: "ui.name.missing" };
}

/** The beginning of a name, at most this many letters, without splitting a character. */
export function beginning(name: string, most: number): string {
  let found = "";
  let n = 0;
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    n += [...segment].length;
    if (n > most) break;
    found += segment;
  }
  return found.trimEnd();
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name for use in a sentence: a right-to-left name does not reorder the words around it. */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** The name of a level's bots; an installed bot has its own name. */
export function levelName(level: string): string {
  return known(`bot.${level}`) ? t(`bot.${level}`) : level;
}

/** The name of a level, and in a few words what it is like: in the game's own, where it has any. */
export function levelLike(level: string, game: string): string {
  const key = [`${game}.bot.${level}.like`, `bot.${level}.like`].find(known);
  return key ? `${levelName(level)} – ${t(key)}` : levelName(level);
}

/** The name for people who were erased. Several of them are numbered. */
function somebody(chair: Named, chairs: readonly Named[]): string {
  const alike = chairs.filter((each) => each.who === "person" && !each.name);
  const word = t("ui.somebody");
  return alike.length > 1 ? `${word}\u00a0${alike.findIndex(({ seat }) => seat === chair.seat) + 1}` : word;
}

/** The name of a chair among those of its table: several bots of one level are numbered. */
export function nameOf(chair: Named, chairs: readonly Named[]): string {
  if (chair.name) return isolated(chair.name);
  if (chair.who === "person") return somebody(chair, chairs);
  if (chair.who !== "bot") return t("ui.seat", { n: chair.seat + 1 });
  const alike = chairs.filter((each) => each.who === "bot" && !each.name && each.level === chair.level);
  const word = levelName(chair.level);
  return alike.length > 1 ? `${word}\u00a0${alike.findIndex(({ seat }) => seat === chair.seat) + 1}` : word;
}

/** A long name in a line with little room: its beginning. */
export function shortened(name: string, most: number): string {
  return [...name].length > most ? `${beginning(name, most - 1)}…` : name;
}

/** The names of all who sit at a table, by seat. */
export function namesOf(chairs: readonly Named[]): ReadonlyMap<number, string> {
  return new Map(chairs.filter(({ who }) => who !== "open").map((chair) => [chair.seat, nameOf(chair, chairs)]));
}

/** A piece of a line that names people; where `robot`, the name of one. */
export type Piece = { text: string; robot: boolean };

/** A line that names some of the people at a table, in pieces: `avec `, `Gourmand` (a robot), ` et Zoé`. */
export function pieces(
  shown: readonly Named[],
  chairs: readonly Named[],
  line: (names: string) => string = (names) => names,
): Piece[] {
  const list = new Intl.ListFormat(spoken.current).formatToParts(shown.map((_, i) => String(i)));
  const [before = "", after = ""] = line("\0").split("\0");
  const inside = list.map(({ type, value }): Piece => {
    const chair = type === "element" ? shown[Number(value)] : undefined;
    return chair ? { text: nameOf(chair, chairs), robot: chair.who === "bot" } : { text: value, robot: false };
  });
  const found: Piece[] = [];
  for (const piece of [{ text: before, robot: false }, ...inside, { text: after, robot: false }]) {
    const last = found.at(-1);
    if (last && !last.robot && !piece.robot) last.text += piece.text;
    else if (piece.text) found.push({ ...piece });
  }
  return found;
}

/** Some names as one says them: `Ada, Léo et Zoé`. */
export function together(names: readonly string[]): string {
  return new Intl.ListFormat(spoken.current).format(names);
}

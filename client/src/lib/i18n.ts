/** Puts messages (a key and arguments) into words. `t` is reactive: it is said again when the language changes. */

import { fromStore, get, writable } from "svelte/store";
import { raw } from "./api";
import { coordinates } from "./prefs";
import * as storage from "./storage";

export type Lang = "fr" | "en";
/** The languages spoken, each with its name in itself. */
export const languages: readonly { code: Lang; short: string; full: string }[] = [
  { code: "fr", short: "FR", full: "Français" },
  { code: "en", short: "EN", full: "English" },
];
export type Message = { key: string; args?: Record<string, unknown> };
/** Words by key; a pair is singular and plural, chosen by the argument `n`. */
export type Catalogue = Record<string, string | [string, string]>;

const STORED = "lang";
/** Where a message has room for an argument: `{n}`, `{n:th}`. */
const HOLE = /\{([a-z_][a-z0-9_]*)(:th)?\}/g;

/** The language to begin with: the one kept from last time, else the browser's first that we speak, else English. */
export function choose(kept: string | null, languages: readonly string[]): Lang {
  if (kept === "fr" || kept === "en") return kept;
  for (const language of languages) {
    const short = language.toLowerCase().split("-")[0];
    if (short === "fr" || short === "en") return short;
  }
  return "en";
}

function start(): Lang {
  return typeof navigator === "undefined" ? "en" : choose(storage.get(STORED), navigator.languages);
}

/** The language spoken (a store: it changes once the words are there). */
export const lang = writable<Lang>(start());
const catalogue = writable<{ lang: Lang; words: Catalogue | null }>({ lang: get(lang), words: null });
const current = fromStore(catalogue);
const had = new Map<string, Catalogue>();
let wanted = 0;
/** The words of the games are needed too: all but the front page says them. */
let whole = false;
let everything: Promise<void> | null = null;

async function words(which: Lang): Promise<Catalogue> {
  const address = `/api/messages/${which}${whole ? "" : "?page=front"}`;
  const before = had.get(address);
  if (before) return before;
  const answer = await raw(address);
  if (!answer.ok) throw new Error(`messages: ${answer.status}`);
  const found = (await answer.json()) as Catalogue;
  had.set(address, found);
  return found;
}

async function use(which: Lang): Promise<void> {
  const turn = ++wanted;
  const found = await words(which);
  if (turn !== wanted) return; // another language was asked for meanwhile
  catalogue.set({ lang: which, words: found });
  lang.set(which);
  document.documentElement.lang = which;
}

/** From now on the words of the games are needed too; resolves once they are there. */
export function everyWord(): Promise<void> {
  whole = true;
  everything ??= use(get(lang)).catch((reason: unknown) => {
    everything = null;
    throw reason;
  });
  return everything;
}

/** Resolves to whether the words of the first language are there. `games`: those of the games too. */
export function ready(games = whole): Promise<boolean> {
  whole ||= games;
  return use(get(lang)).then(
    () => true,
    () => false,
  );
}

/** Speak another language from now on; the words on the page change when the new ones are there. */
export async function speak(which: Lang): Promise<void> {
  await use(which);
  storage.set(STORED, which); // else it holds for this visit
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && typeof (value as Message).key === "string";
}

/** Is this number said in the singular? French: 0 and 1; English: 1 alone. */
export function singular(which: Lang, n: number): boolean {
  return n === 1 || (which === "fr" && n === 0);
}

/** A number as an ordinal, as `{n:th}` asks for: `1st`, `2nd`, `11th`; in French `1ᵉʳ`, `2ᵉ`. */
export function ordinal(which: Lang, n: number): string {
  if (which === "fr") return n === 1 ? `${n}ᵉʳ` : `${n}ᵉ`;
  const teens = [11, 12, 13].includes(n % 100);
  return `${n}${teens ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th")}`;
}

/** What a seat is called, where that is known. */
type NameOf = (seat: number) => string | undefined;
const written = fromStore(coordinates);
/** The board shows no names of its places: sentences leave out what stands between `⟦` and `⟧`. */
export const nameless = writable(false);
const unnamed = fromStore(nameless);
/** What the players of the table on this page are called, by seat. */
const people = writable<ReadonlyMap<number, string>>(new Map());
const called = fromStore(people);

/** From now on players are called by these names, wherever a game speaks of a seat; no names: as the game calls them. */
export function callPlayers(names: ReadonlyMap<number, string>): void {
  const before = get(people);
  const same = before.size === names.size && [...names].every(([seat, name]) => before.get(seat) === name);
  if (!same) people.set(names); // what is said is said again with new names only
}

/** What players are called now. */
export function playersCalled(): ReadonlyMap<number, string> {
  return called.current;
}

/** A player's own name, where the message is how a game calls a seat (`….player` with the argument `seat`) and the name is known. */
function ownName({ key, args }: Message, nameOf: NameOf): string | undefined {
  const seat = args?.["seat"];
  return typeof seat === "number" && key.endsWith(".player") ? nameOf(seat) : undefined;
}

/** The name of a game may end in a mark of its own. */
const isName = ({ key }: Message): boolean => key.endsWith(".title");

/** Whether a message calls this seat's player by name, somewhere in it. */
export function calls({ key, args }: Message, seat: number): boolean {
  if (key.endsWith(".player") && args?.["seat"] === seat) return true;
  return Object.values(args ?? {}).some((value) => isMessage(value) && calls(value, seat));
}

/** A hole left open is an error of the page: it goes where its other errors go, and the page lives on. */
function unfilled(key: string, name: string): void {
  globalThis.reportError?.(new Error(`${key} is said without its argument ${name}`));
}

/** How a sentence ends: with a stop, or an exclamation mark after its space. Three points say more. */
const END = /(?<!\.)\.$|[\s\u00a0\u202f]*!$/u;
/** What goes on after a sentence that was put into another: a mark, a bracket, a word that begins small. */
const GOES_ON = /^[\s\u00a0\u202f]*(?:[,;:.!?…()[\]»”–—·]|\p{Ll})/u;

/** A sentence that others follow in the same line, without the mark that ends it. */
export function unended(said: string): string {
  return said.replace(END, "");
}

/** A text that begins a line, with a capital letter. */
export const begun = (said: string): string => said.charAt(0).toLocaleUpperCase() + said.slice(1);

/** A message in words of this catalogue; a key without words is shown in brackets, to be seen. `named`: the board shows the names of its places, so words for one say its name too. */
export function say(
  words: Catalogue,
  which: Lang,
  message: Message,
  nameOf: NameOf = () => undefined,
  named = false,
  placed = true,
): string {
  const name = ownName(message, nameOf);
  if (name !== undefined) return name;
  const args = message.args ?? {};
  const entry = words[message.key];
  if (entry === undefined) return `[${message.key}]`;
  const whole = typeof entry === "string" ? entry : entry[singular(which, Number(args["n"] ?? 1)) ? 0 : 1];
  const text = whole.replace(/⟦(.*?)⟧/g, placed ? "$1" : "");
  const place = named && typeof args["place"] === "string" ? ` (${args["place"]})` : "";
  const said = text.replace(HOLE, (hole, name: string, th: string | undefined, at: number) => {
    const value = args[name];
    if (value === undefined) {
      unfilled(message.key, name);
      return hole;
    }
    if (isMessage(value)) {
      const inner = say(words, which, value, nameOf, named, placed);
      return GOES_ON.test(text.slice(at + hole.length)) && !isName(value) ? unended(inner) : inner;
    }
    return th ? ordinal(which, Number(value)) : String(value);
  });
  return said + place;
}

/** A message, or a key with arguments, in words of the present language; nothing at all before there are words. */
export function t(message: Message | string, args?: Record<string, unknown>): string {
  const { words, lang: which } = current.current;
  if (words === null) return "";
  return say(
    words,
    which,
    typeof message === "string" ? (args ? { key: message, args } : { key: message }) : message,
    (seat) => called.current.get(seat),
    written.current,
    !unnamed.current,
  );
}

/** Has this message words, and an argument for each of its holes? (What depends on the box is not known before the table is.) */
export function sayable({ key, args }: Message): boolean {
  const entry = current.current.words?.[key];
  return (
    entry !== undefined &&
    [entry].flat().every((text) => [...text.matchAll(HOLE)].every(([, name]) => args?.[name!] !== undefined))
  );
}

/** The goal, as the scene says it or else the game; null before either is known. */
export function goalOf(game: string, scene: { goal: Message | null } | null): Message | null {
  const goal = scene?.goal ?? { key: `${game}.goal` };
  return sayable(goal) ? goal : null;
}

/** Is there something to say for this key? (Hints, for instance, need not exist.) */
export function known(key: string): boolean {
  return current.current.words?.[key] !== undefined;
}

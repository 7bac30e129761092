/** The people who play on this device, chosen by a tap where a table is made. They are kept here, and for the house if the host says so (`forHouse.ts`). */

import { get } from "svelte/store";
import { ApiError } from "./api";
import { friendlyName } from "./friendly";
import { cleanName, nameFault } from "./names";
import { kept } from "./prefs";

export const COLOURS = ["red", "blue", "green", "yellow", "plum", "sky"] as const;
export type Colour = (typeof COLOURS)[number];

/** Positions of the day that somebody has found: how many, and the last day of each game on which they did. */
export type Finds = { n: number; last: Record<string, number> };

/** `once`: names that they had before, for games that have them. `piece`: the game whose piece stands for them, "" for their initial. `child`:
tables where they sit have large letters, few words and the easiest bots. */
export type Member = { name: string; once: string[]; colour: Colour; piece: string; child: boolean; finds?: Finds };

/** So many people fit. */
export const MOST = 12;
/** No file of a household is larger, in letters. */
const LONGEST = 2_000_000;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 50 && value.every((each) => typeof each === "string" && each.length <= 100);

function isFinds(value: unknown): value is Finds {
  const { n, last } = (value ?? {}) as Partial<Finds>;
  return (
    Number.isSafeInteger(n) &&
    n! >= 0 &&
    typeof last === "object" &&
    last !== null &&
    Object.entries(last).every(([game, day]) => /^[\w-]{1,40}$/.test(game) && Number.isSafeInteger(day))
  );
}

function isMember(value: unknown): value is Member {
  if (typeof value !== "object" || value === null) return false;
  const { name, once, colour, piece, child, finds } = value as Partial<Member>;
  return (
    typeof name === "string" &&
    nameFault(name) === null &&
    isTexts(once) &&
    COLOURS.includes(colour!) &&
    typeof piece === "string" &&
    /^[\w-]{0,40}$/.test(piece) &&
    typeof child === "boolean" &&
    (finds === undefined || isFinds(finds))
  );
}

export const isMembers = (value: unknown): value is Member[] =>
  Array.isArray(value) &&
  value.length <= MOST &&
  value.every(isMember) &&
  new Set(value.map(keyOf)).size === value.length;

/** Names are alike whatever their capitals and accents. */
export const alike = (name: string): string =>
  cleanName(name).normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
const keyOf = ({ name }: { name: string }): string => alike(name);

/** Everybody, in the order in which they were added. */
export const household = kept<Member[]>("household", [], isMembers);

/** Whose name this is, or was. */
export const whoIs = (name: string, members: readonly Member[] = get(household)): Member | undefined =>
  members.find((each) => keyOf(each) === alike(name)) ??
  members.find(({ once }) => once.some((each) => alike(each) === alike(name)));

/** What the one who plays is called, when somebody of the house plays or, for null, somebody else: who has not the name of one of the house. */
export const calledNow = (who: Member | null, now: string, all: readonly Member[]): string =>
  who?.name ?? (whoIs(now, all) ? friendlyName(all.map((each) => each.name)) : now);

/** A colour that nobody has yet, if there is one. */
export const freeColour = (members: readonly Member[]): Colour =>
  COLOURS.find((colour) => members.every((each) => each.colour !== colour)) ??
  COLOURS[members.length % COLOURS.length]!;

const refuse = (key: string, args: Record<string, unknown> = {}): never => {
  throw new ApiError(0, { key, args }, key);
};

/** Why somebody cannot have this name. Throws `ApiError`. */
function free(name: string, members: readonly Member[], but?: Member): string {
  const fault = nameFault(name);
  if (fault) throw new ApiError(0, fault, fault.key);
  if (members.some((each) => each !== but && keyOf(each) === alike(name)))
    refuse("error.household.twice", { name: cleanName(name) });
  return cleanName(name);
}

/** Somebody comes into the house. Throws `ApiError`. */
export function welcome(name: string): Member {
  let found: Member;
  household.update((members) => {
    if (members.length >= MOST) refuse("ui.household.full", { n: MOST });
    found = { name: free(name, members), once: [], colour: freeColour(members), piece: "", child: false };
    return [...members, found];
  });
  return found!;
}

/** Change what is kept of somebody. Games that have the old name stay theirs. Throws `ApiError`. */
export function change(name: string, to: Partial<Omit<Member, "once">>): void {
  household.update((members) => {
    const old = members.find((each) => each.name === name);
    if (!old) return members;
    const called = to.name === undefined ? old.name : free(to.name, members, old);
    const once = called === old.name ? old.once : [old.name, ...old.once.filter((each) => each !== called)].slice(0, 8);
    return members.map((each) => (each === old ? { ...old, ...to, name: called, once } : each));
  });
}

/** Whether somebody has found this day's position of a game. */
export const hasFound = ({ finds }: Member, game: string, day: number): boolean => finds?.last[game] === day;

/** Somebody has found this day's position of a game; said again, they have not. */
export function credit(name: string, game: string, day: number): void {
  household.update((members) =>
    members.map((each) => {
      if (each.name !== name) return each;
      const { n, last } = each.finds ?? { n: 0, last: {} };
      const { [game]: _, ...others } = last;
      return hasFound(each, game, day)
        ? { ...each, finds: { n: n - 1, last: others } }
        : { ...each, finds: { n: n + 1, last: { ...others, [game]: day } } };
    }),
  );
}

export const remove = (name: string): void => void household.update((all) => all.filter((each) => each.name !== name));

/** Does a child sit here? `chairs`: those of a table. */
export const childAt = (
  chairs: readonly { who: string; name: string; yours: boolean }[],
  members: readonly Member[] = get(household),
): boolean => chairs.some(({ who, name, yours }) => who === "person" && yours && whoIs(name, members)?.child);

/** A household with the results of its games, as a file has it. */
export type Luggage<T> = { members: Member[]; games: T[] };
const FORMAT = 1;

export const packed = <T>(luggage: Luggage<T>): string => JSON.stringify({ household: FORMAT, ...luggage });

/** What is in a file. Throws `ApiError`. */
export function unpacked<T>(text: string, isGame: (value: unknown) => value is T): Luggage<T> {
  let found: unknown = null;
  try {
    found = text.length <= LONGEST ? JSON.parse(text) : null;
  } catch {
    /* said below */
  }
  const { household: format, members, games } = (found ?? {}) as { household?: unknown } & Partial<Luggage<unknown>>;
  if (format !== FORMAT || !isMembers(members) || !Array.isArray(games) || !games.every(isGame))
    return refuse("ui.household.bad_file");
  return { members, games };
}

/** The members in a few letters, to stand in a link behind its `#`. */
export const inLink = (members: readonly Member[]): string =>
  `with=${encodeURIComponent(JSON.stringify(members.map(({ name, colour, piece, child }) => [name, colour, piece, child ? 1 : 0])))}`;

/** Those in a link; empty where it holds none. */
export function fromLink(hash: string): Member[] {
  try {
    const found = JSON.parse(new URLSearchParams(hash.replace(/^#/, "")).get("with") ?? "[]") as unknown[][];
    const members = found.map(([name, colour, piece, child]) => ({
      name,
      once: [],
      colour,
      piece,
      child: child === 1,
    }));
    return isMembers(members) ? members : [];
  } catch {
    return [];
  }
}

/** These come in beside those who are here; who has a name that is here already takes its place. Throws `ApiError` where they are too many. */
export function join(coming: readonly Member[]): void {
  household.update((before) => {
    const members = before.map((here) => {
      const same = coming.find((each) => keyOf(each) === keyOf(here));
      if (!same) return here;
      const finds = [same.finds, here.finds].sort((one, other) => (other?.n ?? 0) - (one?.n ?? 0))[0];
      return { ...same, once: [...new Set([...same.once, ...here.once])].slice(0, 8), ...(finds && { finds }) };
    });
    const all = [...members, ...coming.filter((each) => !members.some((here) => keyOf(here) === keyOf(each)))];
    if (all.length > MOST) refuse("ui.household.full", { n: MOST });
    return all;
  });
}

/** The moves of another game that led to where a table began ("what if?"): the page that made the table keeps them on this device. */

import { kept } from "../lib/prefs";
import { get } from "svelte/store";
import type { Message } from "../lib/i18n";
import { completed } from "../net/defaults";
import type { Move } from "../net/wire";

type Names = ReadonlyMap<number, string>;

/** For this many tables; the oldest are forgotten first. */
const MOST = 5;
/** A move with the name of its player, if known. */
export type Earlier = Move & { by?: string };
type Kept = readonly (readonly [table: string, moves: readonly Partial<Earlier>[], from?: string])[];

const isKept = (found: unknown): found is Kept =>
  Array.isArray(found) &&
  found.every((each) => Array.isArray(each) && typeof each[0] === "string" && Array.isArray(each[1]));
const store = kept<Kept>("earlier", [], isKept);

/** A text in which players keep their former names, whoever has their seats now. */
function called(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => called(each, names));
  if (typeof value !== "object" || value === null) return value;
  const { key, args } = value as { key?: unknown; args?: Record<string, unknown> };
  const name = typeof key === "string" && key.endsWith(".player") ? names.get(Number(args?.["seat"])) : undefined;
  return (
    name ??
    Object.fromEntries(Object.entries(value).map(([field, inner]: [string, unknown]) => [field, called(inner, names)]))
  );
}

/** A table that began after these moves of players with these names, `from` the moment at this address, if it has one; `instead`: what the
present players play there. It keeps what a list says and shows of the moves. */
export function keepEarlier(
  table: string,
  moves: readonly Move[],
  names: Names,
  from = "",
  instead: readonly Move[] = [],
): void {
  const kept =
    (by: Names) =>
    ({ n, seat, turn, text, message, brief, trace, motions }: Move): Partial<Earlier> => {
      const name = by.get(seat);
      return {
        n,
        seat,
        turn,
        text,
        message: called(message, by) as Message,
        brief: called(brief, by) as Move["brief"],
        trace,
        motions,
        ...(name === undefined ? {} : { by: name }),
      };
    };
  const told = [...moves.map(kept(names)), ...instead.map(kept(new Map()))];
  store.update((all) => [
    ...all.filter(([id]) => id !== table).slice(1 - MOST),
    from ? [table, told, from] : [table, told],
  ]);
}

/** The moves before a table's own; none where it began as usual, or elsewhere. */
export function earlier(table: string): Earlier[] {
  const found = get(store).find(([id]) => id === table)?.[1] ?? [];
  return found.map((move) => completed<Earlier>("Move", move));
}

/** The name of the player of these moves at the time; undefined for chance, or if it is unknown. */
export const byOf = (moves: readonly Earlier[]): string | undefined => moves.find(({ by }) => by !== undefined)?.by;

/** The replay at the moment where this table began; empty where that is not known. */
export function cameFrom(table: string): string {
  const from = get(store).find(([id]) => id === table)?.[2];
  return typeof from === "string" && from.startsWith("/replay/") ? from : "";
}

/** What is added to the numbers of the turns after these moves: nothing where the game itself counts on. */
export function shift(before: readonly Move[], moves: readonly Move[]): number {
  const last = before.at(-1)?.turn ?? 0;
  const first = moves.find(({ turn }) => turn > 0)?.turn ?? 1;
  return first < last || (first === 1 && last === 1) ? last : 0;
}

/** The moves of another game that led to where a table began ("what if?"): the page that made the table keeps them on this device. */

import { kept } from "../lib/prefs";
import { get } from "svelte/store";
import { completed } from "../net/defaults";
import type { Move } from "../net/wire";

/** At so many tables; what was kept first is forgotten first. */
const MOST = 5;
type Kept = readonly (readonly [table: string, moves: readonly Partial<Move>[]])[];

const isKept = (found: unknown): found is Kept => Array.isArray(found) && found.every((each) => Array.isArray(each) && typeof each[0] === "string" && Array.isArray(each[1]));
const store = kept<Kept>("earlier", [], isKept);

/** A table began after these moves. What a list says and shows of them is kept. */
export function keepEarlier(table: string, moves: readonly Move[]): void {
  const told = moves.map(({ n, seat, turn, text, message, brief, trace, motions }) => ({ n, seat, turn, text, message, brief, trace, motions }));
  store.update((all) => [...all.filter(([id]) => id !== table).slice(1 - MOST), [table, told]]);
}

/** The moves before a table's own; none where it began as usual, or elsewhere. */
export function earlier(table: string): Move[] {
  const found = get(store).find(([id]) => id === table)?.[1] ?? [];
  return found.map((move) => completed<Move>("Move", move));
}

/** What is added to the numbers of the turns after these moves: nothing where the game itself counts on. */
export function shift(before: readonly Move[], moves: readonly Move[]): number {
  const last = before.at(-1)?.turn ?? 0;
  const first = moves.find(({ turn }) => turn > 0)?.turn ?? 1;
  return first < last || (first === 1 && last === 1) ? last : 0;
}

/** How far somebody is in the guided first games: kept in the browser. */

import { derived, get } from "svelte/store";
import { isTexts, kept, moved, practised } from "../lib/prefs";

type Steps = Record<string, number>;
const isSteps = (value: unknown): value is Steps =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => Number.isInteger(each));

const steps = kept<Steps>("firstGames", {}, isSteps);

/** The step that was last begun; 0 where none was. */
export const recall = (game: string): number => get(steps)[game] ?? 0;

/** Come back to this step. */
export function keep(game: string, step: number): void {
  steps.update((all) => ({ ...all, [game]: step }));
}

/** It was finished or skipped: it is no longer offered prominently, and starts from the beginning. */
export function learnt(game: string): void {
  keep(game, 0);
  if (!get(practised).includes(game)) practised.update((all) => [...all, game]);
}

const brief = kept<string[]>("briefed", [], isTexts);

/** The games whose short rules the user of this device has read or tried, or which they have played: the short rules are not shown again. */
export const told = derived([brief, moved], ([read, made]) => [...read, ...Object.keys(made)]);

/** The rules were read in a few lines, or gone through. */
export function briefed(game: string): void {
  if (!get(brief).includes(game)) brief.update((all) => [...all, game]);
}

/** After this many moves of one's own, a game is no longer new. */
const SOME = 5;

/** The games that the user of this device need not be urged to learn: learnt, skipped, or played. */
export const acquainted = derived([practised, moved], ([learnt, made]) => [
  ...learnt,
  ...Object.keys(made).filter((game) => made[game]! >= SOME && !learnt.includes(game)),
]);

/** This many moves of one's own have been made at a table of this game. */
export function playedOn(game: string, moves: number): void {
  if ((get(moved)[game] ?? 0) < moves) moved.update((all) => ({ ...all, [game]: moves }));
}

/** How far somebody is in the guided first games: kept in the browser. */

import { get } from "svelte/store";
import { kept, practised } from "../lib/prefs";

type Steps = Record<string, number>;
const isSteps = (value: unknown): value is Steps => typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every((each) => Number.isInteger(each));

const steps = kept<Steps>("firstGames", {}, isSteps);

/** The step that was last begun; 0 where none was. */
export const recall = (game: string): number => get(steps)[game] ?? 0;

/** Come back to this step. */
export function keep(game: string, step: number): void {
  steps.update((all) => ({ ...all, [game]: step }));
}

/** It was gone through, or passed over: it is not offered large any more, and begins at its beginning. */
export function learnt(game: string): void {
  keep(game, 0);
  if (!get(practised).includes(game)) practised.update((all) => [...all, game]);
}

/** A game on its way from a server's table to the library without a server on the same host: the tab carries it over. */

import type { Move } from "../net/wire";
import type { NewTable } from "./api";
import { bring, carried } from "./storages";

/** Where a server has the library without one. */
export const ALONE = "/alone/";
const NAME = "handed";

/** `order`: what makes the table there, as the server gave it. `moves` and `names`: what its list of moves begins with. */
export type Handed = { order: NewTable; moves: readonly Move[]; names: readonly (readonly [number, string])[] };

/** Throws where the browser has no room for it. */
export function hand(game: Handed): void {
  bring();
  if (!carried.set(NAME, JSON.stringify(game))) throw new Error("the browser keeps nothing");
}
export const handed = (): Handed | null => JSON.parse(carried.get(NAME) ?? "null") as Handed | null;
export const taken = (): void => carried.drop(NAME);

/** A game on its way from a table of a server to the library without one, which lies at the same host: the tab carries it over. */

import type { Move } from "../net/wire";
import type { NewTable } from "./api";

/** Where a server has the library without one. */
export const ALONE = "/alone/";
const PLACE = "ludotheque.handed";

/** `order`: what makes the table there, as the server gave it. `moves` and `names`: what its list of moves begins with. */
export type Handed = { order: NewTable; moves: readonly Move[]; names: readonly (readonly [number, string])[] };

export const hand = (game: Handed): void => sessionStorage.setItem(PLACE, JSON.stringify(game));
export const handed = (): Handed | null => JSON.parse(sessionStorage.getItem(PLACE) ?? "null") as Handed | null;
export const taken = (): void => sessionStorage.removeItem(PLACE);

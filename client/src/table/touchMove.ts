/** The piece that a player has touched and must move, kept over a reload of the page if the browser allows it. */

import { session } from "../lib/storages";

const nameOf = (key: string): string => `bound.${key}`;

/** The key of a half-made move: it is another one at every move of the table. */
export function boundKey(table: string, seat: number, moves: number): string {
  return `${table}.${seat}.${moves}`;
}

/** The first click saved under a key, "" if there is none. */
export const recall = (key: string): string => session.get(nameOf(key)) ?? "";

/** Where the browser refuses, the binding holds as long as the page does. */
export const keep = (key: string, click: string): unknown => session.set(nameOf(key), click);

export const drop = (key: string): void => session.drop(nameOf(key));

/** How many hints somebody asked for at a table, saved on this device if the browser allows it. */

import * as storage from "../lib/storage";

const nameOf = (table: string): string => `hints.${table}`;
/** Hints that the browser does not save count as long as the page is open. */
const counted = new Map<string, number>();

/** The number so far. */
export const recall = (table: string): number =>
  Number.parseInt(storage.get(nameOf(table)) ?? "", 10) || (counted.get(table) ?? 0);

/** Count one more; returns the new number. */
export function more(table: string): number {
  const n = recall(table) + 1;
  if (!storage.set(nameOf(table), String(n))) counted.set(table, n);
  return n;
}

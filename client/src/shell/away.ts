/** Tables that somebody has put away: this device lists them no more, until something happens there. Nobody else notices. */

import type { Listed } from "../lib/api";

/** The most that are remembered: the oldest are forgotten first. */
const MOST = 200;

export type Away = Readonly<Record<string, number>>;

const last = (table: Listed): number => ("closed" in table ? 0 : (table.at_ms ?? 0));

/** Is this table not listed? */
export const isAway = (table: Listed, away: Away): boolean => (away[table.id] ?? -1) >= last(table);

/** The same with one more. */
export const withOne = (away: Away, table: Listed): Record<string, number> =>
  Object.fromEntries([...Object.entries(away).filter(([id]) => id !== table.id), [table.id, last(table)]].slice(-MOST));

/** The same without this one. */
export const without = (away: Away, id: string): Record<string, number> =>
  Object.fromEntries(Object.entries(away).filter(([each]) => each !== id));

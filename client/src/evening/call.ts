/** When a player of an evening is told where to go, and when they are taken there. */

import type { Evening } from "../lib/evenings";

/** `table`: to the player's next table; `back`: from a table that the organiser has ended to the evening. `what` identifies the call. */
export type Call = { kind: "table" | "back"; table: string; number: number; what: string };

/** Where the page is: the address, and whether it is a board from edge to edge. */
export type Where = { path: string; board: boolean };

/** What may be said now, unless it was heard already; null for nothing. */
export function callOf(now: Evening | null, { path }: Pick<Where, "path">): Call | null {
  const seat = now?.you.table;
  if (!now || !seat) return null;
  const there = path === `/t/${seat.table}`;
  const call = (kind: Call["kind"]): Call => ({
    kind,
    table: seat.table,
    number: seat.number,
    what: `${kind}/${seat.table}`,
  });
  if (seat.how === "ended") return there ? call("back") : null; // where a game is over, its big button leads back
  return seat.how === "playing" && !there && !now.closed && now.you.here ? call("table") : null;
}

/** Is the call shown here? Over the board of another game, only if it came while the player was there: `cameAt` is where they were. */
export function isSaid(call: Call, heard: string, cameAt: string | null, { path, board }: Where): boolean {
  if (call.what === heard) return false;
  return call.kind === "back" || !board || cameAt === path;
}

/** Is one of the tables of this evening this one? */
export function isOf(now: Evening | null, table: string): boolean {
  return now?.history.some(({ tables }) => tables.some((each) => each.table === table)) ?? false;
}

/** Is one taken to one's table from here by and by? Not away from a game of another kind, which may be going on. */
export function leadsAway(now: Evening | null, { path }: Pick<Where, "path">): boolean {
  const table = /^\/t\/([^/]+)$/.exec(path)?.[1];
  return table === undefined || isOf(now, table);
}

/** When somebody who takes part in an evening is told where to go. */

import type { Evening } from "../lib/evenings";

/** `table`: to the table where one plays now; `back`: from a table whose game is over to the evening. `what` tells one call from another. */
export type Call = { kind: "table" | "back"; table: string; number: number; ended: boolean; what: string };

/** Where the page is: the address, and whether it is a board from edge to edge. */
export type Where = { path: string; board: boolean };

/** What may be said now, unless it was heard already; null for nothing. */
export function callOf(now: Evening | null, { path }: Pick<Where, "path">): Call | null {
  const seat = now?.you.table;
  if (!now || !seat) return null;
  const there = path === `/t/${seat.table}`;
  const call = (kind: Call["kind"]): Call => ({ kind, table: seat.table, number: seat.number, ended: seat.how === "ended", what: `${kind}/${seat.table}` });
  if (seat.how !== "playing") return there ? call("back") : null;
  return !there && !now.closed && now.you.here ? call("table") : null;
}

/** Is it said here? Over a board, only a call to a table that came while one was there: `cameAt` is where one was. */
export function isSaid(call: Call, heard: string, cameAt: string | null, { path, board }: Where): boolean {
  if (call.what === heard) return false;
  return call.kind === "back" || !board || cameAt === path;
}

/** Moves as they come in a game against the clock, with long runs of chance (cards being dealt) told as one. */

import { known, type Message } from "../lib/i18n";
import type { Move } from "../net/wire";

/** A line of the list: the moves from `from` to `to` (counted from 1), the last of them and the first. */
export interface Line {
  from: number;
  to: number;
  move: Move;
  first: Move;
}

/** How many consecutive results of chance become one line. */
const MANY = 5;

/** The lines of the list, in the order of the moves. */
export function folded(moves: readonly Move[]): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < moves.length;) {
    let end = at + 1;
    while (moves[at]!.seat === -1 && moves[end]?.seat === -1) end++;
    if (end - at >= MANY) lines.push({ from: at + 1, to: end, move: moves[end - 1]!, first: moves[at]! });
    else for (let i = at; i < end; i++) lines.push({ from: i + 1, to: i + 1, move: moves[i]!, first: moves[i]! });
    at = end;
  }
  return lines;
}

/** The text of a line: for a long run of chance, the game's own words by its first event, else the number. */
export function told({ from, to, move, first }: Line): Message {
  if (from === to) return move.message;
  const key = `${first.message.key}.many`;
  return { key: known(key) ? key : "ui.moves.chance", args: { n: to - from + 1 } };
}

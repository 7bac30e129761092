/** Notable events since the player's last move, the newest first. */

import type { Move } from "../net/wire";
import type { Play } from "./play.svelte";
import { lines, since } from "./story";

const MOST = 3;

/** A move with its notable events. */
interface Remarkable {
  n: number;
  move: Move;
  moment: NonNullable<Move["moment"]>;
}

/** Nothing while another moment is on the screen. */
export function remarkable({ at, link }: Pick<Play, "at" | "link">): Remarkable[] {
  if (at !== null) return [];
  const { moves, you, table } = link;
  const all = lines(moves);
  // The result of the player's own last move belongs to the story; for watchers, the last round does.
  const first = you.seats.length > 0 ? since(all, you.seats) - 1 : all.length - (table?.seats ?? 1);
  const from = all[Math.max(0, first)]?.from ?? 1;
  return moves
    .slice(from - 1)
    .flatMap((move) => (move.moment ? [{ n: move.n, move, moment: move.moment }] : []))
    .slice(-MOST)
    .reverse();
}

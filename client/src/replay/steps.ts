/** The steps of a replay: a decision with everything that follows from it, and what chance did before. */

import type { Motion, Move } from "../net/wire";
import { lines } from "../table/story";

const CHANCE = -1;

/** The moments that steps lead to, as numbers of moves: before each decision, at the end of each line of the list of moves, and at the end
of the game. A run of chance, such as dice thrown one by one, is never split. */
export function stops(moves: readonly Move[]): number[] {
  const ends = new Set(
    lines(moves)
      .filter(({ seat }) => seat !== CHANCE)
      .map(({ to }) => to),
  );
  const found = moves.flatMap(({ seat }, at) => (seat !== CHANCE || ends.has(at) ? [at] : []));
  return [...found, moves.length];
}

/** What moved, one after another; what chance did in a row is at the same time where it would be too much. */
export function shownMotions(moves: readonly Move[], most = 4): Motion[][] {
  if (moves.length <= most) return moves.map(({ motions }) => motions);
  const found: Motion[][] = [];
  for (const [i, { seat, motions }] of moves.entries()) {
    if (seat === CHANCE && moves[i - 1]?.seat === CHANCE) found.at(-1)!.push(...motions);
    else found.push([...motions]);
  }
  return found.length <= most ? found : [];
}

/** The sign beside a move in a list. */

import type { Move, Scene } from "../net/wire";

/** The sign of what was moved, else of who moved. (What only appeared, a die, may show something else by now; where people sit around the board, things go from hand to hand, and who acted is told.) */
export function signOf(move: Move, scene: Scene | null): { mark: string; tint: string } | null {
  const around = move.seat >= 0 && scene?.standings.some(({ place }) => place);
  const piece = around ? undefined : move.motions.filter((motion) => move.seat >= 0 || motion.kind !== "appear").map((motion) => scene?.pieces.find((each) => each.id === motion.piece)).find((each) => each?.mark);
  if (piece) return piece;
  const standing = scene?.standings.find((each) => each.seat === move.seat);
  return standing ? { mark: [...standing.mark][0] ?? "", tint: standing.tints[0] ?? "none" } : null;
}

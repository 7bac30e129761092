/** Animates the latest moves: each piece goes its way, one after the other where necessary. */

import type { Motion, Piece } from "../net/wire";
import type { Spot } from "./desk";
import { poseFrames, tracks, wayFrames, type Point } from "./motion";

/** A piece as it is drawn. */
export interface Shown {
  piece: Piece;
  x: number;
  y: number;
  size: number;
  state: "" | "lifted" | "tapped" | "pending";
}

/** The previous screen: where each piece was, and the motions that have been shown already. */
export interface Then {
  at: Map<string, { place: string; x: number; y: number; w: number; face: string }>;
  moved: (string | undefined)[];
}

/** The pieces that these moves, or something unreported, moved from where they were. */
export const displaced = (moves: Motion[][], then: Then, shown: readonly Shown[]): ReadonlySet<string> =>
  new Set([
    ...moves.flat().map(({ piece }) => piece),
    ...shown
      .filter(({ piece }) => (then.at.get(piece.id)?.place ?? piece.place) !== piece.place)
      .map(({ piece }) => piece.id),
  ]);

/** Move the pieces on `root` along the paths of these moves; `hold` keeps a face for a while. `still`: fade instead. */
export function animate(
  root: Element,
  moves: Motion[][],
  then: Then,
  shown: readonly Shown[],
  spots: ReadonlyMap<string, Spot>,
  still: boolean,
  hold: (piece: string, face: string, ms: number) => void,
  between: (from: Point, to: Point) => Point[] = () => [],
): void {
  const seen = (motion: Motion): boolean =>
    then.moved.includes(motion.piece) &&
    (motion.kind === "hop" || motion.kind === "slide") &&
    then.at.get(motion.piece)?.place === motion.path.at(-1);
  const found = tracks(moves, (place) => spots.get(place), seen, between);
  for (const { piece, x, y, size } of shown) {
    const was = then.at.get(piece.id);
    const element = root.querySelector<SVGGElement>(`[data-piece="${CSS.escape(piece.id)}"]`);
    if (!element) continue;
    let track = found.get(piece.id);
    if (!track && was && was.place !== piece.place)
      track = { legs: [{ kind: "slide", from: was, to: { x, y, w: size }, start: 0, length: 200 }], end: 200 };
    if (!track) continue;
    const last = track.legs.at(-1)!;
    if (
      (last.kind !== "vanish" || last.to.x !== x || last.to.y !== y) &&
      Math.hypot(last.to.x - x, last.to.y - y) > size * 0.3
    ) {
      track.legs.push({ kind: "slide", from: last.to, to: { x, y, w: size }, start: track.end, length: 240 });
      track.end += 240;
    }
    if (still) {
      element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 220, easing: "ease-out" });
      continue;
    }
    const flip = track.legs.find((leg) => leg.kind === "flip");
    if (flip && was && was.face !== piece.face) hold(piece.id, was.face, flip.start + flip.length / 2);
    element.animate(wayFrames(track, size), { duration: track.end });
    element.querySelector(".pose")?.animate(poseFrames(track, size), { duration: track.end });
  }
}

/** Where the pieces of a scene are drawn, those of a heap a little over one another. */

import type { Piece } from "../net/wire";
import type { Shown } from "./animate";
import { breadth, type Spot } from "./desk";

/** How the pieces stand: where each is, which one a half-made move carries, and how each looks. */
export interface Standing {
  spots: ReadonlyMap<string, Spot>;
  at: (piece: Piece) => string;
  carried: Piece | undefined;
  carriedTo: string | null;
  state: (piece: Piece) => Shown["state"];
  /** The pieces that moved last, drawn over those that stand still. */
  moved?: ReadonlySet<string>;
}

/** A place this much smaller than a piece's own is a point to lie at, not a cell that the piece must fit into. */
const POINT = 0.6;

/**
 * The pieces in drawing order: those farther down the board later, then those that have moved, then those above all others, and the carried
 * piece last. A carried piece has no badge: the rules have not yet said whether it keeps it.
 */
export function lineUp(pieces: readonly Piece[], { spots, at, carried, carriedTo, state, moved }: Standing): Shown[] {
  const heaps = new Map<string, number>();
  const list: Shown[] = [];
  for (const piece of [...pieces].sort((a, b) => a.order - b.order)) {
    const moves = piece.id === carried?.id;
    const spot = spots.get(at(piece));
    if (!spot) continue;
    const below = moves && carriedTo ? 0 : (heaps.get(spot.id) ?? 0);
    if (!moves) heaps.set(spot.id, below + 1);
    const home = moves ? (spots.get(piece.place) ?? spot) : spot;
    const point = spot.panel === null && home.panel === null && breadth(spot) < POINT * breadth(home);
    const size = point ? breadth(home) : Math.min(breadth(spot), breadth(home));
    const risen = Math.min(below, 6) * size * (spot.flat ? 0.3 : 1);
    const away = moves && carriedTo !== null && carriedTo !== piece.place;
    list.push({
      piece: away && piece.badge ? { ...piece, badge: "" } : piece,
      x: spot.x + risen * 0.035,
      y: spot.y - risen * 0.045,
      size,
      state: state(piece),
    });
  }
  const level = ({ piece }: Shown): number =>
    piece.id === carried?.id ? 3 : piece.above ? 2 : moved?.has(piece.id) ? 1 : 0;
  return list.sort((a, b) => level(a) - level(b) || a.y - b.y);
}

/** The places where more than one piece stays, and how many. */
export function heaped(
  pieces: readonly Piece[],
  { spots, at }: Pick<Standing, "spots" | "at">,
): { spot: Spot; n: number }[] {
  const counts = new Map<string, number>();
  for (const piece of pieces)
    if (at(piece) === piece.place) counts.set(piece.place, (counts.get(piece.place) ?? 0) + 1);
  return [...counts]
    .filter(([, n]) => n > 1)
    .flatMap(([id, n]) => (spots.has(id) ? [{ spot: spots.get(id)!, n }] : []));
}

/** The nearest of these spots that a point hits, or misses by no more than `miss`; undefined where it hits none. */
export function hit(
  spots: ReadonlyMap<string, Spot>,
  ids: Iterable<string>,
  x: number,
  y: number,
  miss: number,
): Spot | undefined {
  let best: Spot | undefined;
  let nearest = Infinity;
  for (const id of ids) {
    const spot = spots.get(id);
    const far = spot ? Math.hypot(spot.x - x, spot.y - y) : Infinity;
    if (spot && far < nearest && far <= breadth(spot) / 2 + miss) [best, nearest] = [spot, far];
  }
  return best;
}

/** A board laid in less width or height: its parts beside each other, with links from part to part. */

import type { Fold, Layout, Link, Place } from "../net/wire";

export interface Point {
  x: number;
  y: number;
}

/** A place of a folded board, and the index of the part that it lies in. */
export interface Laid extends Place {
  part?: number;
}

/** A fold turned to the left by a quarter, as a board may be. */
export function quarterFold(fold: Fold): Fold {
  const turned = (x: number, y: number): [number, number] => [y, fold.width - x];
  return {
    width: fold.height,
    height: fold.width,
    parts: fold.parts.map((part) => {
      const [to_x, to_y] = turned(part.to_x, part.to_y);
      return { ...part, to_x, to_y, quarters: (part.quarters + 3) % 4 };
    }),
    links: fold.links.map((link) => ({ ...link, points: link.points.map(([x, y]) => turned(x, y)) })),
  };
}

/** The board as it lies when folded: each place moves and turns with its part. */
export function folded(layout: Layout, fold: Fold): Layout {
  const places = layout.places.map((place): Laid => {
    const index = fold.parts.findIndex(({ x, y, w, h }) => place.x >= x && place.x <= x + w && place.y >= y && place.y <= y + h);
    const part = fold.parts[index];
    if (!part) return place;
    let [x, y] = [place.x - part.from_x, place.y - part.from_y];
    for (let n = 0; n < part.quarters; n++) [x, y] = [-y, x];
    const [w, h] = part.quarters % 2 ? [place.h, place.w] : [place.w, place.h];
    return { ...place, x: part.to_x + x, y: part.to_y + y, w, h, part: index };
  });
  return { ...layout, width: fold.width, height: fold.height, places };
}

/** Where a part of the picture is drawn. */
export const moved = ({ from_x, from_y, to_x, to_y, quarters }: Fold["parts"][number]): string => `translate(${to_x} ${to_y}) rotate(${quarters * 90}) translate(${-from_x} ${-from_y})`;

/** What is farther from a link than so many places does not go along it: it leaps over the board. */
const NEAR = 2.6;

/** The points between two places that lie in different parts: those of the nearest link, in its direction or back. None where there is no link. */
export function between(from: Point & { part?: number }, to: Point & { part?: number }, links: readonly Link[], one: number): Point[] {
  if (from.part === undefined || to.part === undefined || from.part === to.part) return [];
  const far = (at: Point, [x, y]: readonly [number, number]): number => Math.hypot(at.x - x, at.y - y);
  let best: readonly [number, number][] = [];
  let least = Infinity;
  for (const { start, end, points } of links) {
    const way = start === from.part && end === to.part ? points : start === to.part && end === from.part ? points.toReversed() : [];
    if (way.length === 0) continue;
    const [before, after] = [far(from, way[0]!), far(to, way.at(-1)!)];
    if (Math.max(before, after) <= NEAR * one && before + after < least) [best, least] = [way, before + after];
  }
  return best.map(([x, y]) => ({ x, y }));
}

/** A way over the board with the points of the links that it takes, as `points` of a line. */
export function line(way: readonly (Point & { part?: number })[], links: readonly Link[], one: number): string {
  return way
    .flatMap((at, i) => [...(i > 0 ? between(way[i - 1]!, at, links, one) : []), at])
    .map(({ x, y }) => `${x},${y}`)
    .join(" ");
}

/** Narrower places than this, px, are worth folding a board for. */
const FINGER = 44;
/** How much larger places must be on a folded board. */
const GAIN = 1.15;
/** A fold that is so good is as good as the best. */
const ALIKE = 0.95;

/**
 * The fold, turned or not, on which places are largest; null where the board had better lie unfolded. `place` is the width of a place
 * in the layout's units, `scale` tells how many pixels a unit of a board is long on this screen.
 */
export function bestFold(layout: Layout, unfolded: Layout, place: number, scale: (layout: Layout) => number): Fold | null {
  const now = scale(unfolded);
  if (now * place >= FINGER) return null;
  const tried = layout.folds.flatMap((fold) => [fold, quarterFold(fold)]).map((fold) => ({ fold, scale: scale(folded(layout, fold)) }));
  const most = Math.max(0, ...tried.map(({ scale }) => scale));
  if (most < now * GAIN) return null;
  return tried.find(({ scale }) => scale >= most * ALIKE)!.fold;
}

const decisions = new Map<string, unknown>();

/** What was decided first for this board on this screen: it stays so for as long as the page is open, whatever the trays hold later. */
export function remembered<T>(what: string, decide: () => T): T {
  if (!decisions.has(what)) decisions.set(what, decide());
  return decisions.get(what) as T;
}

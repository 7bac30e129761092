/** A board laid in less width or height: its parts beside each other, with links from part to part. */

import type { Caption, Fold, Layout, Link, Place } from "../net/wire";

export interface Point {
  x: number;
  y: number;
}

/** A place of a folded board, with the index of its part. */
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

/** The folded board with its links: each place and each caption moves and turns with its part. */
export function folded(layout: Layout, fold: Fold): Layout & { links: Link[] } {
  const places = layout.places.map((place): Laid => {
    const index = fold.parts.findIndex(
      ({ x, y, w, h }) => place.x >= x && place.x <= x + w && place.y >= y && place.y <= y + h,
    );
    const part = fold.parts[index];
    if (!part) return place;
    let [x, y] = [place.x - part.from_x, place.y - part.from_y];
    for (let n = 0; n < part.quarters; n++) [x, y] = [-y, x];
    const [w, h] = part.quarters % 2 ? [place.h, place.w] : [place.w, place.h];
    return { ...place, x: part.to_x + x, y: part.to_y + y, w, h, part: index };
  });
  return {
    ...layout,
    width: fold.width,
    height: fold.height,
    places,
    links: fold.links,
    captions: foldedCaptions(layout.captions, fold),
  };
}

/** Where a part of the picture is drawn. */
export const moved = ({ from_x, from_y, to_x, to_y, quarters }: Fold["parts"][number]): string =>
  `translate(${to_x} ${to_y}) rotate(${quarters * 90}) translate(${-from_x} ${-from_y})`;

/** Motions farther from a link than this many places do not follow it: they leap across the board. */
const NEAR = 2.6;

/** The points between two places in different parts: those of the nearest link, forwards or backwards; none if there is no link. */
export function between(
  from: Point & { part?: number },
  to: Point & { part?: number },
  links: readonly Link[],
  one: number,
): Point[] {
  if (from.part === undefined || to.part === undefined || from.part === to.part) return [];
  const far = (at: Point, [x, y]: readonly [number, number]): number => Math.hypot(at.x - x, at.y - y);
  let best: readonly [number, number][] = [];
  let least = Infinity;
  for (const { start, end, points } of links) {
    const way =
      start === from.part && end === to.part
        ? points
        : start === to.part && end === from.part
          ? points.toReversed()
          : [];
    if (way.length === 0) continue;
    const [before, after] = [far(from, way[0]!), far(to, way.at(-1)!)];
    if (Math.max(before, after) <= NEAR * one && before + after < least) [best, least] = [way, before + after];
  }
  return best.map(([x, y]) => ({ x, y }));
}

/** A path over the board with the points of the links that it follows, as `points` of a line. */
export function line(way: readonly (Point & { part?: number })[], links: readonly Link[], one: number): string {
  return way
    .flatMap((at, i) => [...(i > 0 ? between(way[i - 1]!, at, links, one) : []), at])
    .map(({ x, y }) => `${x},${y}`)
    .join(" ");
}

type Line = readonly (readonly [number, number])[];

/** The roads that links make: those from the same part to the same part are the lanes of one. Its two sides, and the lines between its lanes. */
export function sides(links: readonly Link[]): { left: Line; right: Line; between: Line[] }[] {
  const found = new Map<string, Link[]>();
  for (const link of links)
    found.set(`${link.start}-${link.end}`, [...(found.get(`${link.start}-${link.end}`) ?? []), link]);
  /** From one lane towards another: half of the way is the line between them, half of it back is the side. */
  const towards = (one: Line, other: Line, share: number): Line =>
    one.map(([x, y], i) => [x + ((other[i]?.[0] ?? x) - x) * share, y + ((other[i]?.[1] ?? y) - y) * share]);
  return [...found.values()].map((lanes) => {
    const points = lanes.map((lane) => lane.points);
    return {
      left: towards(points[0]!, points[1] ?? points[0]!, -0.5),
      right: towards(points.at(-1)!, points.at(-2) ?? points[0]!, -0.5),
      between: points.slice(1).map((lane, i) => towards(lane, points[i]!, 0.5)),
    };
  });
}

/** Where marks on a link show in which direction it leads: a place apart, none at its ends; one in the middle of a short link. */
export function heading({ points }: Link, one: number): { x: number; y: number; turn: number }[] {
  const lengths = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i]![0], y - points[i]![1]));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const count = Math.max(1, Math.round(whole / one) - 1);
  return Array.from({ length: count }, (_, k) => {
    let rest = (whole * (k + 1)) / (count + 1);
    const i = lengths.findIndex((length) => (rest -= length) <= 0);
    const [[x0, y0], [x1, y1]] = [points[Math.max(0, i)]!, points[Math.max(0, i) + 1]!];
    const share = 1 + rest / lengths[Math.max(0, i)]!;
    return {
      x: x0 + (x1 - x0) * share,
      y: y0 + (y1 - y0) * share,
      turn: (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI,
    };
  });
}

/** The captions of a folded board: each moves with its part. */
function foldedCaptions(captions: readonly Caption[], fold: Fold): Caption[] {
  return captions.flatMap((caption) => {
    const part = fold.parts.find(
      ({ x, y, w, h }) => caption.x >= x && caption.x <= x + w && caption.y >= y && caption.y <= y + h,
    );
    if (!part) return [];
    let [x, y, out_x, out_y] = [caption.x - part.from_x, caption.y - part.from_y, caption.out_x, caption.out_y];
    for (let n = 0; n < part.quarters; n++) [x, y, out_x, out_y] = [-y, x, -out_y, out_x];
    return [{ ...caption, x: part.to_x + x, y: part.to_y + y, out_x, out_y }];
  });
}

/** How much larger places must become for one more turn to pay off. */
const A_TURN = 1.15;
/** Places narrower than this, px, are too narrow to be touched: a board with wider ones goes before it. */
const LEAST = 24;
/** A fold this good is as good as the best. */
const ALIKE = 0.98;

/** How often the course turns back in a fold. */
const turns = ({ links }: Fold): number =>
  new Set(links.filter(({ points }) => points.length > 2).map(({ start, end }) => `${start}-${end}`)).size;

/**
 * The fold, turned or not, on which places are largest, with few turns; null where the board had better lie unfolded. `place` is the width
 * of a place in the layout's units, `scale` tells how many pixels a unit of a board is long on this screen.
 */
export function bestFold(
  layout: Layout,
  unfolded: Layout,
  place: number,
  scale: (layout: Layout) => number,
): Fold | null {
  const worth = (scaled: number, turned: number): number =>
    (scaled / A_TURN ** turned) * (scaled * place < LEAST ? 0.5 : 1);
  const tried = layout.folds
    .flatMap((fold) => [fold, quarterFold(fold)])
    .map((fold) => ({ fold, worth: worth(scale(folded(layout, fold)), turns(fold)) }));
  const most = Math.max(0, ...tried.map(({ worth }) => worth));
  if (most <= worth(scale(unfolded), 0)) return null;
  return tried.find(({ worth }) => worth >= most * ALIKE)!.fold;
}

/** Remembers the first decision for each case, whatever changes later; call the result. */
export function remembering<T>(): (what: string, decide: () => T) => T {
  const decisions = new Map<string, T>();
  return (what, decide) => {
    if (!decisions.has(what)) decisions.set(what, decide());
    return decisions.get(what)!;
  };
}

/** The same for boards that lie at tables: a replay lays a board as its table did. */
export const atTables = remembering<{ turned: boolean; fold: Fold | null }>();

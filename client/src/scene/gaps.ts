/** The room that a board leaves between its parts and around it, and positions there for things, each by itself. */

import type { Caption, Layout, Link } from "../net/wire";

/** Things on a board between and beside its places: the roads of a fold, the captions. */
interface Beside {
  links?: readonly Link[];
  captions?: readonly Caption[];
}

/** The widest word beside a board, of its height. */
const WORD = 4.5;

/** The things that take room on a board, as rectangles around their middles; `road`: the width of a road. */
const lying = (
  { places, links = [], captions = [] }: Pick<Layout, "places"> & Beside,
  road: number,
): { x: number; y: number; w: number; h: number }[] => [
  ...places,
  ...links.flatMap(({ points }) => points.map(([x, y]) => ({ x, y, w: road, h: road }))),
  ...captions.map(({ x, y, out_x, out_y, size }) => ({
    x: x + out_x * size * 0.7,
    y: y + out_y * size * 0.7,
    w: out_x ? size : size * WORD,
    h: out_y ? size : size * WORD,
  })),
];

/** A rectangle, from its upper left corner. */
export interface Rectangle {
  x: number;
  y: number;
  w: number;
  h: number;
}

const meet = (one: Rectangle, other: Rectangle): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
const holds = (outer: Rectangle, inner: Rectangle): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.w <= outer.x + outer.w &&
  inner.y + inner.h <= outer.y + outer.h;
const grown = ({ x, y, w, h }: Rectangle, by: number): Rectangle => ({
  x: x - by,
  y: y - by,
  w: w + 2 * by,
  h: h + 2 * by,
});

/** The rest of free rectangles, which may overlap, around something: each as large as possible, none narrower than `least`. */
export function without(free: readonly Rectangle[], taken: Rectangle, least: number): Rectangle[] {
  const [right, bottom] = [taken.x + taken.w, taken.y + taken.h];
  if (!free.some((one) => meet(one, taken))) return [...free];
  const left = free.flatMap((one) =>
    !meet(one, taken)
      ? [one]
      : [
          { ...one, w: taken.x - one.x },
          { ...one, x: right, w: one.x + one.w - right },
          { ...one, h: taken.y - one.y },
          { ...one, y: bottom, h: one.y + one.h - bottom },
        ].filter(({ w, h }) => w >= least && h >= least),
  );
  return left.filter(
    (one, i) => !left.some((other, k) => k !== i && holds(other, one) && (k < i || !holds(one, other))),
  );
}

/** Every how many points of a road are checked. */
const EACH = 3;

/** The free rectangles of a board and of this much room on both sides and below; `margin` stays free around each place and road, `least` is
the shortest side worth having. */
export function gaps(
  board: Pick<Layout, "width" | "height" | "places"> & Beside,
  around: number,
  margin: number,
  least: number,
): Rectangle[] {
  // A road is wide enough that some of its points show where it lies.
  const sparse = {
    ...board,
    links: (board.links ?? []).map((link) => ({
      ...link,
      points: link.points.filter((_, i) => i % EACH === 0 || i === link.points.length - 1),
    })),
  };
  const whole = { x: -around, y: 0, w: board.width + 2 * around, h: board.height + around };
  return lying(sparse, least).reduce<Rectangle[]>(
    (free, { x, y, w, h }) => without(free, grown({ x: x - w / 2, y: y - h / 2, w, h }, margin), least),
    [whole],
  );
}

/** The parts of free rectangles that lie in an area. */
export function within(free: readonly Rectangle[], area: Rectangle, least: number): Rectangle[] {
  return free.flatMap((one) => {
    const [x, y] = [Math.max(one.x, area.x), Math.max(one.y, area.y)];
    const [w, h] = [Math.min(one.x + one.w, area.x + area.w) - x, Math.min(one.y + one.h, area.y + area.h) - y];
    return w >= least && h >= least ? [{ x, y, w, h }] : [];
  });
}

/** The position of something in a rectangle: in one of its corners. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Each thing, in its first shape that fits, alone in one of the free rectangles, this far from the others; null if one does not fit. */
export function pack<T extends { w: number; h: number }>(
  free: readonly Rectangle[],
  things: readonly (readonly T[])[],
  apart: number,
): { shape: T; x: number; y: number }[] | null {
  const [shapes, ...others] = things;
  if (!shapes) return [];
  for (const shape of shapes)
    for (const one of free) {
      if (one.w < shape.w || one.h < shape.h) continue;
      for (const [right, down] of CORNERS) {
        const at = { x: one.x + right * (one.w - shape.w), y: one.y + down * (one.h - shape.h) };
        const found = pack(
          others.length > 0 ? without(free, grown({ ...at, w: shape.w, h: shape.h }, apart), 0) : free,
          others,
          apart,
        );
        if (found) return [{ shape, ...at }, ...found];
      }
    }
  return null;
}

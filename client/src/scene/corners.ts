/** The corners of a board's picture where no place lies: a course that bends leaves one free, and what lies beside the board fits in there. */

import type { Caption, Layout, Link } from "../net/wire";

/** A free rectangle in a corner of the picture. */
export interface Corner {
  left: boolean;
  top: boolean;
  w: number;
  h: number;
}

/** What lies on a board between and beside its places: the roads of a fold, the words. */
export interface Beside {
  links?: readonly Link[];
  captions?: readonly Caption[];
}

/** The widest word beside a board, of its height. */
const WORD = 4.5;

/** What takes room on a board, in rectangles around their middles; `road`: how wide a road is. */
export const lying = (
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

/** The largest free rectangles in each of the four corners, the largest first; `margin` stays free around each place and road, `least` is the shortest side worth having. */
export function corners(
  board: Pick<Layout, "width" | "height" | "places"> & Beside,
  margin: number,
  least: number,
): Corner[] {
  const { width, height } = board;
  const found: Corner[] = [];
  const taken = lying(board, least);
  for (const left of [true, false])
    for (const top of [true, false]) {
      const near = taken
        .map((place) => ({
          x: (left ? place.x : width - place.x) - place.w / 2 - margin,
          y: (top ? place.y : height - place.y) - place.h / 2 - margin,
        }))
        .sort((one, other) => one.x - other.x);
      let h = height;
      for (const { x, y } of near) {
        if (y >= h) continue;
        if (x >= least && h >= least) found.push({ left, top, w: x, h });
        h = Math.max(0, y);
      }
    }
  return found.sort((one, other) => other.w * other.h - one.w * one.h);
}

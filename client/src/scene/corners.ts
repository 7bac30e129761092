/** The corners of a board's picture where no place lies: a course that bends leaves one free, and what lies beside the board fits in there. */

import type { Layout } from "../net/wire";

/** A free rectangle in a corner of the picture. */
export interface Corner {
  left: boolean;
  top: boolean;
  w: number;
  h: number;
}

/** The largest free rectangles in each of the four corners, the largest first; `margin` stays free around each place, `least` is the shortest side worth having. */
export function corners({ width, height, places }: Pick<Layout, "width" | "height" | "places">, margin: number, least: number): Corner[] {
  const found: Corner[] = [];
  for (const left of [true, false])
    for (const top of [true, false]) {
      const near = places
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

/** A board turned about its centre, so that players sit at their own side of the table; things on it stay upright. */

import type { Layout, Place } from "../net/wire";

/** A point turned clockwise by this many degrees about the middle of a board of this size. */
export function turnedPoint(x: number, y: number, degrees: number, width: number, height: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - width / 2, y - height / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [width / 2 + dx * cos - dy * sin, height / 2 + dx * sin + dy * cos];
}

/** The board as a scene shows it: the layout's places and those that come and go, turned; their shapes stay upright. */
export function turnedLayout(layout: Layout, more: readonly Place[] = [], degrees = 0): Layout {
  if (!degrees && more.length === 0) return layout;
  const places = [...layout.places, ...more].map((place) => {
    const [x, y] = turnedPoint(place.x, place.y, degrees, layout.width, layout.height);
    return { ...place, x, y };
  });
  return { ...layout, places };
}

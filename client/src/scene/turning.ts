/** A board turned about its centre, so that each sits at their own side of the table; what lies on it stays upright. */

import type { Layout } from "../net/wire";

/** A point turned clockwise by so many degrees about the middle of a board of this size. */
export function turnedPoint(x: number, y: number, degrees: number, width: number, height: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - width / 2, y - height / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [width / 2 + dx * cos - dy * sin, height / 2 + dx * sin + dy * cos];
}

/** The layout with its places turned; a place keeps its shape, but lies down where it is turned by about a quarter. */
export function turnedLayout(layout: Layout, degrees: number): Layout {
  if (!degrees) return layout;
  const lies = Math.abs(Math.sin((degrees * Math.PI) / 180)) > Math.SQRT1_2;
  const places = layout.places.map((place) => {
    const [x, y] = turnedPoint(place.x, place.y, degrees, layout.width, layout.height);
    return lies && place.shape !== "circle" ? { ...place, x, y, w: place.h, h: place.w } : { ...place, x, y };
  });
  return { ...layout, places };
}

/** A board and its trays as they are drawn: places, trays, and shared sizes. */

import { isSideways } from "../lib/screen";
import type { Layout, Panel, Place } from "../net/wire";

/** A place as it is drawn: `panel` is the tray it lies in, null on the board. */
export interface Spot extends Place {
  panel: string | null;
  /** The part of a folded board that it lies in. */
  part?: number;
  /** Heaps there are almost flat. */
  flat?: boolean;
}

export interface Tray {
  id: string;
  panel: Panel;
  x: number;
  y: number;
  w: number;
  h: number;
  /** Where its name is written, how large, and how many letters have room, where a player's name may be cut. */
  text: { x: number; y: number; size: number; letters?: number };
}

export interface Desk {
  /** Where it begins: trays may reach farther to both sides than a narrow board. */
  left: number;
  width: number;
  height: number;
  spots: Map<string, Spot>;
  trays: Tray[];
}

/** The gap between a tray and its neighbours, in places. */
export const GAP = 0.35;
/** How high the line of a tray's name is, and its letters, in places. */
export const HEAD = 0.62;
export const TEXT = 0.36;
/** Width of a letter of a tray's name, of its height. */
export const LETTER = 0.54;
/** The same for a name that must not reach beyond its tray. */
export const WIDEST = 0.6;
/** Places narrower than this, px, are hard to touch. */
export const SMALL_PIXELS = 24;
/** How far a piece that can be taken reaches above its place, of the place's height: raised, ticked, on a heap; and one that is only shown. */
const RISES = 0.26;
const RESTS = 0.1;
export const rise = (panel: Panel): number => (panel.small ? RESTS : RISES);

/** The usual size of a place of the board, in the layout's units. */
export function unit(layout: Layout): number {
  if (layout.unit) return layout.unit;
  const sizes = layout.places
    .map((place) => place.w)
    .filter((w) => w > 0)
    .sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? layout.width / 10;
}

/** The board turned to the left by a quarter: rows that ran to the right now run upwards. */
export function quarter(layout: Layout): Layout {
  const places = layout.places.map((place) => ({
    ...place,
    x: place.y,
    y: layout.width - place.x,
    w: place.h,
    h: place.w,
  }));
  const captions = layout.captions.map((caption) => ({
    ...caption,
    x: caption.y,
    y: layout.width - caption.x,
    out_x: caption.out_y,
    out_y: -caption.out_x,
  }));
  return { ...layout, width: layout.height, height: layout.width, places, captions };
}

/** Whether a board that is taller than wide is turned on this screen: on a phone held sideways, where that makes it larger. */
export const liesDown = (layout: Layout, screen: readonly [number, number]): boolean =>
  layout.lies && layout.height > layout.width && isSideways(...screen);

/** How wide and high a place of a tray is, at least `least` wide. */
export function sized(place: Place, one: number, least: number): [number, number] {
  const w = place.w || one;
  const grown = Math.max(1, least / w);
  return [w * grown, (place.shape === "circle" ? w : place.h || w) * grown];
}

/** How wide a piece on a place may be. */
export const breadth = (spot: Spot): number => Math.min(spot.w, spot.shape === "circle" ? spot.w : spot.h);

/** Where everything lies: the board's places, and beneath it the trays (hands, dice) that are not part of the board. */

import type { Layout, Panel, Place } from "../net/wire";

/** A place as it is drawn: `panel` is the tray it lies in, null on the board. */
export interface Spot extends Place {
  panel: string | null;
}

export interface Tray {
  id: string;
  panel: Panel;
  x: number;
  y: number;
  w: number;
  h: number;
  /** Where its name is written, and how large. */
  text: { x: number; y: number; size: number };
}

export interface Desk {
  width: number;
  height: number;
  spots: Map<string, Spot>;
  trays: Tray[];
}

const GAP = 0.35;
const HEAD = 0.62;
const SMALLEST = 0.72;
/** Width of a letter of a tray's name, of its height. */
const LETTER = 0.54;
const TEXT = 0.36;

/** The usual size of a place of the board, in the layout's units. */
export function unit(layout: Layout): number {
  const sizes = layout.places.map((place) => place.w).filter((w) => w > 0).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? layout.width / 10;
}

/**
 * Lay the trays of `panels` in rows under the board, as large as the board's own places where they fit in one row.
 * `title` is a panel's name as it will be written: beside its places where there is room, else above them.
 */
export function arrange(layout: Layout, panels: readonly Panel[], title: (panel: Panel) => string = () => ""): Desk {
  const one = unit(layout);
  const spots = new Map<string, Spot>(layout.places.map((place) => [place.id, { ...place, panel: null }]));
  const shown = panels.filter((panel) => panel.places.length > 0);
  const gap = GAP * one;
  const share = (layout.width - gap * (shown.length + 1)) / Math.max(1, shown.length);
  const even = shown.every((panel) => width(panel, one) <= share);
  const wanted = shown.reduce((sum, panel) => sum + width(panel, one) + gap, gap);
  const scale = even ? 1 : Math.max(SMALLEST, Math.min(1, layout.width / wanted));
  const trays: Tray[] = [];
  let x = gap;
  let y = layout.height + gap;
  let rowHeight = 0;
  for (const panel of shown) {
    const content = width(panel, one);
    const w = even ? share : Math.min(content * scale, layout.width - 2 * gap);
    const fit = Math.min(scale, w / content);
    const words = title(panel).length * LETTER * TEXT * one;
    const beside = w - content * fit >= words + gap * 0.3;
    const head = beside || words === 0 ? 0 : HEAD * one * scale;
    const tall = Math.max(...panel.places.map((place) => size(place, one)[1])) * fit;
    const h = head + tall + gap * 0.6;
    if (x + w > layout.width && x > gap) {
      x = gap;
      y += rowHeight + gap * 0.6;
      rowHeight = 0;
    }
    let left = x + gap * 0.3;
    for (const place of panel.places) {
      const [pw, ph] = size(place, one);
      spots.set(place.id, { ...place, x: left + (pw * fit) / 2, y: y + head + gap * 0.3 + tall / 2, w: pw * fit, h: ph * fit, panel: panel.id });
      left += pw * fit;
    }
    const text = head > 0 ? { x: x + gap * 0.5, y: y + head * 0.72 } : { x: left + gap * 0.3, y: y + h / 2 + TEXT * one * 0.35 };
    trays.push({ id: panel.id, panel, x, y, w, h, text: { ...text, size: TEXT * one * (head > 0 ? scale : 1) } });
    x += w + gap;
    rowHeight = Math.max(rowHeight, h);
  }
  const height = trays.length === 0 ? layout.height : y + rowHeight + gap * 0.3;
  return { width: layout.width, height, spots, trays };
}

function size(place: Place, one: number): [number, number] {
  const w = place.w || one;
  return [w, place.shape === "circle" ? w : place.h || w];
}

function width(panel: Panel, one: number): number {
  return panel.places.reduce((sum, place) => sum + size(place, one)[0], 0) + GAP * one * 0.6;
}

export type Direction = "up" | "down" | "left" | "right";

/** The nearest spot in a direction, seen from another; null at the edge. */
export function neighbour(spots: Iterable<Spot>, from: Spot, direction: Direction): Spot | null {
  const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] as [number, number];
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const across = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    if (spot.id === from.id || along <= 1e-6) continue;
    const cost = along + 3 * across;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** The spot meant by a finger: the one touched, else the nearest of the meaningful ones within `reach`. */
export function meant(spots: Map<string, Spot>, touched: Spot, x: number, y: number, meaningful: ReadonlySet<string>, reach: number): Spot {
  if (meaningful.has(touched.id)) return touched;
  let best = touched;
  let least = reach;
  for (const id of meaningful) {
    const spot = spots.get(id);
    if (!spot) continue;
    const distance = Math.hypot(spot.x - x, spot.y - y) - spot.w / 2;
    if (distance < least) [best, least] = [spot, distance];
  }
  return best;
}

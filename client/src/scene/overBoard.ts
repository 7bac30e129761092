/** Trays that soon go away for good: a phone keeps no room for them, they lie over a part of the board where nothing can be done meanwhile. */

import type { Layout, Panel } from "../net/wire";
import { unit, type Desk, type Tray } from "./tableLayout";

/** How much of the part of the board stays free above and beneath the tray, in places. */
const EDGE = 0.02;
/** How much of the tray a heap takes that rises towards its upper right. */
const FILLS = 0.95;

/** The one of these trays that is shown: that of the seat that acts on this screen, else of who plays now; null where there is none. */
export function shownOver(panels: readonly Panel[], seat: number, actors: readonly number[], taken: ReadonlySet<string>): Panel | null {
  const filled = panels.filter(({ over, places }) => over && places.some(({ id }) => taken.has(id)));
  return filled.find((panel) => panel.seat === seat) ?? filled.find((panel) => actors.includes(panel.seat)) ?? filled[0] ?? null;
}

/** The board with this tray over its part of it. */
export function withTray(desk: Desk, layout: Layout, panel: Panel): Desk {
  const [left, top, width, height] = panel.over!;
  const edge = EDGE * unit(layout);
  const { places } = panel;
  const h = height - 2 * edge;
  const w = Math.min(width - 2 * edge, places.length * h);
  const [x, y] = [left + (width - w) / 2, top + edge];
  const tray: Tray = { id: panel.id, panel, x, y, w, h, text: { x, y, size: 0 } };
  const spots = new Map(desk.spots);
  const size = Math.min(h, w / places.length) * FILLS;
  places.forEach((place, i) => spots.set(place.id, { ...place, x: x + (w * (i + 0.48)) / places.length, y: y + h * 0.53, w: size, h: size, panel: panel.id }));
  return { ...desk, spots, trays: [...desk.trays, tray] };
}

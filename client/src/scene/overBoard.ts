/** Trays that soon go away for good: a phone keeps no room for them, they lie over a part of the board where nothing can be done meanwhile. */

import type { Layout, Panel } from "../net/wire";
import { unit, type Desk, type Spot, type Tray } from "./tableLayout";

/** How much of the part of the board stays free around the tray, and around what lies in it, in places. */
const EDGE = 0.06;

/** The one of these trays that is shown: that of the seat that acts on this screen, else of who plays now; null where there is none. */
export function shownOver(panels: readonly Panel[], seat: number, actors: readonly number[], taken: ReadonlySet<string>): Panel | null {
  const filled = panels.filter(({ over, places }) => over && places.some(({ id }) => taken.has(id)));
  return filled.find((panel) => panel.seat === seat) ?? filled.find((panel) => actors.includes(panel.seat)) ?? filled[0] ?? null;
}

/** The board with this tray over its part of it; the places beneath cannot be reached meanwhile. */
export function withTray(desk: Desk, layout: Layout, panel: Panel): Desk {
  const [left, top, width, height] = panel.over!;
  const edge = EDGE * unit(layout);
  const [x, y, w, h] = [left + edge, top + edge, width - 2 * edge, height - 2 * edge];
  const tray: Tray = { id: panel.id, panel, x, y, w, h, text: { x, y, size: 0 } };
  const covered = ({ x, y, panel }: Spot): boolean => panel === null && x > left && x < left + width && y > top && y < top + height;
  const spots = new Map([...desk.spots].filter(([, spot]) => !covered(spot)));
  const { places } = panel;
  const size = Math.min(h, w / places.length) - 2 * edge;
  places.forEach((place, i) => spots.set(place.id, { ...place, x: x + (w * (i + 0.5)) / places.length, y: y + h / 2, w: size, h: size, panel: panel.id }));
  return { ...desk, spots, trays: [...desk.trays, tray] };
}

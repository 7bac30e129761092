/** Trays that soon go away for good: the one needed lies below or beside the board, in the room left over. */

import type { Layout, Panel } from "../net/wire";
import type { Desk, Spot, Tray } from "./desk";

/** The width of a heap: comfortable for a finger, and the least for which the board gives way, px. */
export const MOST = 52;
const LEAST = 44;
/** What stays free around the heaps, px. */
export const PAD = 2;
/** How high the tray's name is written, and how wide a letter is, of its height. */
const NAME = 13;
const LETTER = 0.58;

/** The one of these trays to show: that of the seat that acts on this screen, else of the current player; null if there is none. */
export function shownOf(
  panels: readonly Panel[],
  seat: number,
  actors: readonly number[],
  taken: ReadonlySet<string>,
): Panel | null {
  const filled = panels.filter(({ passing, places }) => passing && places.some(({ id }) => taken.has(id)));
  return (
    filled.find((panel) => panel.seat === seat) ??
    filled.find((panel) => actors.includes(panel.seat)) ??
    filled[0] ??
    null
  );
}

/** The board on an area of this width and height in pixels, as large as possible, and this tray, called `name`, where that leaves more
room: at the right end if it has no name. */
export function withPassing(
  layout: Layout,
  panel: Panel,
  [width, height]: readonly [number, number],
  name: string,
  most = MOST,
): Desk {
  const largest = Math.min(width / layout.width, height / layout.height);
  const left = (scale: number): [beside: number, beneath: number] => [
    width - layout.width * scale,
    height - layout.height * scale,
  ];
  const free = name ? PAD : 0;
  const wanted = LEAST + 2 * free;
  const shrunk = [
    Math.min((width - wanted) / layout.width, height / layout.height),
    Math.min(width / layout.width, (height - wanted) / layout.height),
  ];
  const fits = Math.max(...left(largest)) >= wanted;
  const beside = fits ? left(largest)[0] > left(largest)[1] : shrunk[0]! > shrunk[1]!;
  const scale = fits ? largest : Math.max(...shrunk);
  const count = panel.places.length;
  const pixels = Math.min(most, left(scale)[beside ? 0 : 1] - 2 * free, ((beside ? height : width) - 2 * free) / count);
  const [heap, pad] = [pixels / scale, free / scale];
  const words = name.length * LETTER * NAME + 2 * PAD;
  const text = name && !beside && words + count * pixels + 2 * PAD <= width ? words / scale : 0;
  const [w, h] = beside ? [heap, count * heap] : [text + count * heap, heap];
  const [x, y] = beside
    ? [layout.width + pad, (layout.height - h) / 2]
    : [name ? (layout.width - w) / 2 : layout.width - w - pad, layout.height + pad];
  const tray: Tray = {
    id: panel.id,
    panel,
    x,
    y,
    w,
    h,
    text: { x: x + pad, y: y + h / 2 + (0.35 * NAME) / scale, size: text > 0 ? NAME / scale : 0 },
  };
  const spots = new Map<string, Spot>(layout.places.map((place) => [place.id, { ...place, panel: null }]));
  panel.places.forEach((place, i) => {
    const [column, row] = beside ? [0, i] : [i, 0];
    spots.set(place.id, {
      ...place,
      x: x + text + (column + 0.5) * heap,
      y: y + (row + 0.5) * heap,
      w: heap,
      h: heap,
      panel: panel.id,
      flat: true,
    });
  });
  return {
    left: 0,
    width: layout.width + (beside ? heap + 2 * pad : 0),
    height: layout.height + (beside ? 0 : heap + 2 * pad),
    spots,
    trays: [tray],
  };
}

/** The same once the tray has gone: its room stays, so the board does not move. */
export function cleared(desk: Desk): Desk {
  return { ...desk, trays: [], spots: new Map([...desk.spots].filter(([, { panel }]) => panel === null)) };
}

/** Trays in rows beneath a board, or in a column beside it: on a wide screen, and where the page sets no height. */

import type { Layout, Panel, Place } from "../net/wire";
import { GAP, HEAD, rise, sized, TEXT, unit, WIDEST, type Desk, type Spot, type Tray } from "./desk";

const SMALLEST = 0.72;
/** The gap between places for fingers, of their width. */
const SPREAD = 1.24;

/**
 * Lay the trays of `panels` in rows under the board, as large as the board's own places if they fit in one row. `title` is a panel's name
 * as it will be written: beside its places if there is room, else above them. `least` is the width that a finger needs, `room` the width
 * for all.
 */
export function arrange(
  layout: Layout,
  panels: readonly Panel[],
  title: (panel: Panel) => string = () => "",
  least = 0,
  room = layout.width,
): Desk {
  const one = unit(layout);
  const size = (place: Place, panel: Panel): [number, number] => sized(place, one, panel.small ? 0 : least);
  const apart = (panel: Panel): number =>
    least > 0 && !panel.small && panel.places.some((place) => place.w < least) ? SPREAD : 1;
  const width = (panel: Panel): number =>
    panel.places.reduce((sum, place) => sum + size(place, panel)[0] * apart(panel), 0) + GAP * one * 0.6;
  const spots = new Map<string, Spot>(layout.places.map((place) => [place.id, { ...place, panel: null }]));
  const shown = panels.filter((panel) => panel.places.length > 0);
  const gap = GAP * one;
  const share = (room - gap * (shown.length + 1)) / Math.max(1, shown.length);
  const even = shown.every((panel) => width(panel) <= share);
  const wanted = shown.reduce((sum, panel) => sum + width(panel) + gap, gap);
  const scale = even ? 1 : Math.max(SMALLEST, Math.min(1, room / wanted));
  /** If some panels are only shown, the others keep their size. */
  const looked = shown.some((panel) => panel.small);
  const scaled = (panel: Panel): number => (looked && !panel.small ? 1 : scale);
  const trays: Tray[] = [];
  const margin = shown.length > 0 ? (layout.width - room) / 2 : 0;
  let x = margin + gap;
  let y = layout.height + gap;
  let rowHeight = 0;
  for (const panel of shown) {
    const content = width(panel);
    const w = even ? share : Math.min(content * scaled(panel), room - 2 * gap);
    const fit = Math.min(scaled(panel), w / content);
    const words = title(panel).length * WIDEST * TEXT * one;
    const beside = w - content * fit >= words + gap * 0.3;
    const line = beside || words === 0 ? 0 : HEAD * one * scaled(panel);
    const tall = Math.max(...panel.places.map((place) => size(place, panel)[1])) * fit;
    const head = line > 0 ? line + tall * rise(panel) : 0;
    const h = head + tall + gap * 0.6;
    if (x + w > margin + room && x > margin + gap) {
      x = margin + gap;
      y += rowHeight + gap * 0.6;
      rowHeight = 0;
    }
    let left = x + gap * 0.3;
    for (const place of panel.places) {
      const [pw, ph] = size(place, panel);
      spots.set(place.id, {
        ...place,
        x: left + (pw * apart(panel) * fit) / 2,
        y: y + head + gap * 0.3 + tall / 2,
        w: pw * fit,
        h: ph * fit,
        panel: panel.id,
      });
      left += pw * apart(panel) * fit;
    }
    const text =
      head > 0 ? { x: x + gap * 0.5, y: y + line * 0.72 } : { x: left + gap * 0.3, y: y + h / 2 + TEXT * one * 0.35 };
    const letters =
      words === 0
        ? 0
        : head > 0
          ? Math.min(TEXT * one * scaled(panel), (w - gap) / (title(panel).length * WIDEST))
          : TEXT * one;
    trays.push({ id: panel.id, panel, x, y, w, h, text: { ...text, size: letters } });
    x += w + gap;
    rowHeight = Math.max(rowHeight, h);
  }
  const height = trays.length === 0 ? layout.height : y + rowHeight + gap * 0.3;
  return { left: margin, width: layout.width - 2 * margin, height, spots, trays };
}

/** Width of the column of trays beside a board, in places. */
const COLUMN = 5.2;

/**
 * Lay the trays in a column beside the board, each under its name, several in a row where they fit; with a board that is as
 * tall as the screen this leaves it larger than trays beneath it would. `least` and `room` as for trays beneath.
 */
export function arrangeBeside(layout: Layout, panels: readonly Panel[], least = 0, room = 0): Desk {
  const one = unit(layout);
  const gap = GAP * one;
  const spots = new Map<string, Spot>(layout.places.map((place) => [place.id, { ...place, panel: null }]));
  const left = layout.width + gap;
  const column = Math.max(COLUMN * one, room - left - gap * 0.3);
  const pad = gap * 0.6;
  const sizes = (panel: Panel, place: Place): [number, number] => sized(place, one, panel.small ? 0 : least);
  const wide = (panel: Panel): number => panel.places.reduce((sum, place) => sum + sizes(panel, place)[0], pad);
  const rows: Panel[][] = [];
  for (const panel of panels.filter(({ places }) => places.length > 0)) {
    const row = rows.at(-1);
    const used = row?.reduce((sum, each) => sum + wide(each) + pad, 0) ?? Infinity;
    if (row && used + wide(panel) <= column) row.push(panel);
    else rows.push([panel]);
  }
  const trays: Tray[] = [];
  let y = gap * 0.3;
  for (const row of rows) {
    const content = row.reduce((sum, panel) => sum + wide(panel), 0);
    const room = column - pad * (row.length - 1);
    const fit = Math.min(1, room / content);
    const line = HEAD * one * 0.82;
    const tall = Math.max(...row.flatMap((panel) => panel.places.map((place) => sizes(panel, place)[1]))) * fit;
    const head = line + tall * Math.max(...row.map(rise));
    let x = left;
    for (const panel of row) {
      const w = (wide(panel) / content) * room;
      let at = x + (w - wide(panel) * fit) / 2 + (pad * fit) / 2;
      for (const place of panel.places) {
        const [pw, ph] = sizes(panel, place).map((size) => size * fit) as [number, number];
        spots.set(place.id, { ...place, x: at + pw / 2, y: y + head + tall / 2, w: pw, h: ph, panel: panel.id });
        at += pw;
      }
      trays.push({
        id: panel.id,
        panel,
        x,
        y,
        w,
        h: head + tall + pad / 2,
        text: {
          x: x + gap * 0.5,
          y: y + line * 0.68,
          size: TEXT * one * 0.86,
          letters: Math.floor((w - gap) / (WIDEST * TEXT * one * 0.86)),
        },
      });
      x += w + pad;
    }
    y += head + tall + pad / 2 + gap * 0.5;
  }
  return { left: 0, width: left + column + gap * 0.3, height: Math.max(layout.height, y), spots, trays };
}

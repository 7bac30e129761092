/** A small board, and hands beside it. */

import type { Layout, Panel, Place } from "../net/wire";
import { USUAL } from "../net/wire.generated";

export const place = (id: string, x: number, y: number, w = 10): Place => ({
  ...USUAL.Place,
  id,
  x,
  y,
  w,
  h: w,
  label: { key: id },
  shape: "rect",
});
export const layout: Layout = {
  ...USUAL.Layout,
  id: "l",
  width: 40,
  height: 20,
  label: { key: "board" },
  places: [0, 1, 2, 3].flatMap((c) => [place(`${"abcd"[c]}2`, 5 + 10 * c, 5), place(`${"abcd"[c]}1`, 5 + 10 * c, 15)]),
};
export const hand = (seat: number, n: number): Panel => ({
  ...USUAL.Panel,
  id: `hand.${seat}`,
  kind: "hand",
  title: { key: "hand" },
  lines: [],
  seat,
  places: Array.from({ length: n }, (_, i) => place(`hand.${seat}.${i}`, 0, 0, 0)),
});

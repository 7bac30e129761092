/** What a finger or a key means on the board. */

import { SMALL_PIXELS, type Spot } from "./desk";

export type Direction = "up" | "down" | "left" | "right";
export const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** Something more to the side than ahead is taken only if there is nothing else. */
const ASIDE = 1000;

/** The nearest spot in a direction, seen from another; null at the edge. */
export function neighbour(spots: Iterable<Spot>, from: Spot, direction: Direction): Spot | null {
  const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] as [number, number];
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const across = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    if (spot.id === from.id || along <= 1e-6) continue;
    const cost = Math.hypot(along, across) * (across <= along ? 1 : ASIDE);
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** The next (`n`) or previous (`p`) of the spots where something can be done; the first or last spot of all (`Home`, `End`). */
export function jump(
  order: readonly Spot[],
  meaningful: ReadonlySet<string>,
  from: Spot,
  key: string,
): Spot | undefined {
  if (key === "Home") return order[0];
  if (key === "End") return order.at(-1);
  const list = order.filter((spot) => meaningful.has(spot.id) || spot.id === from.id);
  const at = list.findIndex((spot) => spot.id === from.id);
  return list.at((at + (key === "n" ? 1 : -1)) % list.length);
}

/** The outer part of a place, of its width, where a finger may mean the place beside it; never less than some pixels. */
const EDGE = 0.18;
const EDGE_PIXELS = 4;
/** The most that edge may be, of a place's width: all of it where places are narrower than a finger needs. */
const MOST_EDGE = 0.3;

/** How far a point is from a spot's edge: negative outside of it. */
function inside(spot: Spot, x: number, y: number): number {
  if (spot.shape === "circle") return spot.w / 2 - Math.hypot(x - spot.x, y - spot.y);
  const [dx, dy] = [Math.abs(x - spot.x) - spot.w / 2, Math.abs(y - spot.y) - spot.h / 2];
  return dx <= 0 || dy <= 0 ? -Math.max(dx, dy) : -Math.hypot(dx, dy);
}

/**
 * The spot meant by a finger at `x`, `y`: the one touched, but at its edge the meaningful one beside it, if it means
 * nothing itself. `pixel` is the length of a pixel of the screen.
 */
export function meant(
  spots: ReadonlyMap<string, Spot>,
  touched: Spot,
  x: number,
  y: number,
  meaningful: ReadonlySet<string>,
  pixel: number,
): Spot {
  const most = MOST_EDGE * touched.w;
  const edge =
    touched.w < SMALL_PIXELS * pixel ? most : Math.min(Math.max(EDGE * touched.w, EDGE_PIXELS * pixel), most);
  if (meaningful.has(touched.id) || inside(touched, x, y) >= edge) return touched;
  let best = touched;
  let nearest = -edge;
  for (const id of meaningful) {
    const spot = spots.get(id);
    const depth = spot ? inside(spot, x, y) : -Infinity;
    if (spot && depth > nearest) [best, nearest] = [spot, depth];
  }
  return best;
}

/** How far from a place a tap still counts for it, in usual sizes of a place: for one that may be chosen, and for any other, which then says why not. */
const BESIDE = 0.5;
const AROUND = 1.5;

/** The spot for a tap between places: the nearest possible choice if it is near, else the nearest spot. */
export function nearest(
  spots: ReadonlyMap<string, Spot>,
  x: number,
  y: number,
  meaningful: ReadonlySet<string>,
  one: number,
): Spot | undefined {
  let [best, found] = [-AROUND * one, undefined as Spot | undefined];
  let [close, chosen] = [-BESIDE * one, undefined as Spot | undefined];
  for (const spot of spots.values()) {
    const depth = inside(spot, x, y);
    if (depth > best) [best, found] = [depth, spot];
    if (depth > close && meaningful.has(spot.id)) [close, chosen] = [depth, spot];
  }
  return chosen ?? found;
}

/** Whether one of these smaller places of the board lies on a place. */
export function covered(spot: Spot, others: Iterable<Spot>): boolean {
  for (const other of others)
    if (
      other.panel === null &&
      spot.panel === null &&
      other.w < spot.w &&
      other.id !== spot.id &&
      inside(spot, other.x, other.y) >= 0
    )
      return true;
  return false;
}

/** The larger place of the board below a small one at `x`, `y`, if any; one of the `wanted` first. */
export function beneath(
  spots: ReadonlyMap<string, Spot>,
  spot: Spot,
  x = spot.x,
  y = spot.y,
  wanted: ReadonlySet<string> = new Set(),
): Spot | undefined {
  if (spot.panel !== null) return undefined;
  const under = [...spots.values()].filter(
    (other) => other.panel === null && other.w > spot.w && other.id !== spot.id && inside(other, x, y) >= 0,
  );
  return under.find((other) => wanted.has(other.id)) ?? under[0];
}

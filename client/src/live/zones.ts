/** One screen lying flat between people: a zone for each of them, at the edge where they sit, turned towards it. */

import type { Layout, Scene } from "../net/wire";

export type Side = "bottom" | "left" | "top" | "right";

export interface Zone {
  side: Side;
  /** Its middle, of the screen's width and height. */
  x: number;
  y: number;
  /** Its length along the edge and its depth from it, px. */
  w: number;
  h: number;
  /** How far it is turned, in degrees, clockwise. */
  angle: number;
}

const ANGLES: Readonly<Record<Side, number>> = { bottom: 0, left: 90, top: 180, right: 270 };
/** Clockwise around the table, seen from above, beginning with the player below. */
const AROUND: readonly Side[] = ["bottom", "left", "top", "right"];
/** The depth of a zone as a share of the screen's shorter side: more on a small screen, where everything takes more rows. */
const DEPTH = 0.28;
const SHORT = 420;
const DEPTH_OF_SHORT = 0.33;
/** A zone this long has its hand beside its calls, and need not be deeper than `SHALLOW`, px. */
export const ROOMY = 760;
const SHALLOW = 180;
/** On a tall narrow screen with nobody at its long sides, zones take what a square board leaves, up to this, px. */
const DEEP = 240;

/** How many sit at the two long sides before anybody sits at a short one. */
const LONG = 6;

/** How many of `count` sit at each side: along the long sides, as evenly as possible; if there are many, at the ends, too. */
export function sides(count: number, wide: boolean): Readonly<Record<Side, number>> {
  const [first, second, third, fourth]: Side[] =
    wide || count <= 2 ? ["bottom", "top", "left", "right"] : ["left", "right", "bottom", "top"];
  const ends = Math.min(2, Math.max(0, count - LONG));
  const seated: Record<Side, number> = { bottom: 0, left: 0, top: 0, right: 0 };
  seated[first!] = Math.ceil((count - ends) / 2);
  seated[second!] = Math.floor((count - ends) / 2);
  seated[third!] = Math.min(1, ends);
  seated[fourth!] = Math.max(0, ends - 1);
  return seated;
}

/** How deep the zones of `count` people are, px. */
function depthOf(count: number, width: number, height: number): number {
  const seated = sides(count, width >= height);
  const ends = seated.left + seated.right === 0;
  const short = width >= height && width / Math.max(1, seated.bottom, seated.top) < SHORT;
  const depth = Math.max(
    Math.min(width, height) * (short ? DEPTH_OF_SHORT : DEPTH),
    ends ? Math.min(DEEP, (height - width) / 2) : 0,
  );
  const roomy = ends && width / Math.max(1, seated.bottom, seated.top) >= ROOMY;
  return roomy ? Math.min(depth, SHALLOW) : depth;
}

/** The zones of `count` people around a screen of this size, clockwise from the bottom. */
export function zones(count: number, width: number, height: number): Zone[] {
  const depth = depthOf(count, width, height);
  const seated = sides(count, width >= height);
  const tall = height - (seated.top ? depth : 0) - (seated.bottom ? depth : 0);
  return AROUND.flatMap((side) => {
    const n = seated[side];
    const flat = side === "bottom" || side === "top";
    const length = flat ? width : tall;
    const begin = flat ? 0 : seated.top ? depth : 0;
    return Array.from({ length: n }, (_, i): Zone => {
      // Clockwise: along the bottom to the left, up the left side, along the top to the right, down the right side.
      const at = (i + 0.5) / n;
      const along = begin + length * (side === "bottom" || side === "left" ? 1 - at : at);
      const w = length / n;
      if (side === "bottom") return { side, x: along, y: height - depth / 2, w, h: depth, angle: ANGLES[side] };
      if (side === "top") return { side, x: along, y: depth / 2, w, h: depth, angle: ANGLES[side] };
      return { side, x: side === "left" ? depth / 2 : width - depth / 2, y: along, w, h: depth, angle: ANGLES[side] };
    });
  });
}

/** What zones leave free in the middle: x, y of its corner, its width and height. */
export function middle(count: number, width: number, height: number): [number, number, number, number] {
  const depth = depthOf(count, width, height);
  const { bottom, left, top, right } = sides(count, width >= height);
  const x = left ? depth : 0;
  const y = top ? depth : 0;
  return [x, y, width - x - (right ? depth : 0), height - y - (bottom ? depth : 0)];
}

/** Where a player sits: the direction from the middle of the unturned board, degrees clockwise from the top. */
export interface Sitting {
  seat: number;
  angle: number;
}

/** Where each of `seats` sits at the board of a scene, clockwise; players without a place there are left out. */
export function sitting(scene: Scene, layout: Layout, seats: readonly number[]): Sitting[] {
  const places = new Map([...layout.places, ...(scene.places ?? [])].map((place) => [place.id, place]));
  const found = scene.standings.flatMap(({ seat, place }) => {
    const at = seats.includes(seat) ? places.get(place ?? "") : undefined;
    return at ? [{ seat, angle: bearing(at.x - layout.width / 2, at.y - layout.height / 2) }] : [];
  });
  return found.sort((a, b) => a.angle - b.angle);
}

/** The direction of a point, degrees clockwise from the top, y downwards. */
export function bearing(x: number, y: number): number {
  return ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360;
}

/**
 * The zone of each seat: zones go round the screen as players sit round the board, so a swap of seats swaps zones. Players stay if they
 * can, and keep their zone when they are out. `before` is each seat's zone until now.
 */
export function places(around: readonly Sitting[], before: ReadonlyMap<number, number>): Map<number, number> {
  const inside = new Set(around.map(({ seat }) => seat));
  const found = new Map([...before].filter(([seat]) => !inside.has(seat)));
  const taken = new Set(found.values());
  const free = [...before.values()].filter((zone) => !taken.has(zone)).sort((a, b) => a - b);
  const order = around.map(({ seat }) => seat);
  let best = 0;
  let most = -1;
  for (let turn = 0; turn < free.length; turn++) {
    const same = order.filter((seat, i) => before.get(seat) === free[(i + turn) % free.length]).length;
    if (same > most) [best, most] = [turn, same];
  }
  order.forEach((seat, i) => found.set(seat, free[(i + best) % free.length]!));
  return found;
}

/** The turn of a board that brings everybody as near as possible to their own zone, degrees clockwise. */
export function turnTo(
  around: readonly Sitting[],
  zoneOf: ReadonlyMap<number, number>,
  zones: readonly Zone[],
  width: number,
  height: number,
): number {
  let [x, y] = [0, 0];
  for (const { seat, angle } of around) {
    const zone = zones[zoneOf.get(seat) ?? -1];
    if (!zone) continue;
    const turn = ((bearing(zone.x - width / 2, zone.y - height / 2) - angle) * Math.PI) / 180;
    x += Math.cos(turn);
    y += Math.sin(turn);
  }
  return Math.hypot(x, y) < 1e-6 ? 0 : ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

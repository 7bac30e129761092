/** One screen lying flat between people: a zone for each of them, at the edge where they sit, turned towards it. */

export type Side = "bottom" | "left" | "top" | "right";

export interface Zone {
  side: Side;
  /** Its middle, of the screen's width and height. */
  x: number;
  y: number;
  /** Its length along the edge and its depth from it, px. */
  w: number;
  h: number;
  /** Degrees, clockwise, that it is turned. */
  angle: number;
}

const ANGLES: Readonly<Record<Side, number>> = { bottom: 0, left: 90, top: 180, right: 270 };
/** Clockwise around the table, seen from above, beginning with who sits below. */
const AROUND: readonly Side[] = ["bottom", "left", "top", "right"];
/** How deep a zone is, of the screen's shorter side. */
const DEPTH = 0.28;
/** A zone this long has its hand beside its calls, and need not be deeper than `SHALLOW`, px. */
export const ROOMY = 760;
const SHALLOW = 180;
/** On a narrow screen that is high, where nobody sits at its long sides, zones take what a square board leaves, up to this, px. */
const DEEP = 240;

/** So many sit at the two long sides before anybody sits at a short one. */
const LONG = 6;

/** How many of `count` sit at each side: at the long sides, those opposite each other as even as can be; many at the ends, too. */
export function sides(count: number, wide: boolean): Readonly<Record<Side, number>> {
  const [first, second, third, fourth]: Side[] = wide || count <= 2 ? ["bottom", "top", "left", "right"] : ["left", "right", "bottom", "top"];
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
  const depth = Math.max(Math.min(width, height) * DEPTH, ends ? Math.min(DEEP, (height - width) / 2) : 0);
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

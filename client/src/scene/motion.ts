/** Turns events into animations: each moved piece's path in time, as keyframes of the Web Animations interface. */

import type { Motion } from "../net/wire";

/** Where a piece is, and (`w`) how wide the place is. */
export interface Point {
  x: number;
  y: number;
  w?: number;
}

export interface Leg {
  kind: string;
  from: Point;
  /** The points that it passes, along a link of a folded board. */
  via?: Point[];
  to: Point;
  start: number;
  length: number;
}

/** A piece's legs in order of time, and when the last one ends, ms. */
export type Track = { legs: Leg[]; end: number };

export const LENGTHS: Readonly<Record<string, number>> = { hop: 140, slide: 200, flip: 200, vanish: 240, appear: 200 };
const PAUSE = 120;
/** How many times longer a leg along a link lasts. */
const ROUND = 2;

/**
 * The tracks of the motions of several moves, one move after the other; within a move, a piece's motions follow one
 * another and different pieces go together, but a piece that moves again after others in the list, or a motion that comes `after`, waits for them. Motions for which `shown` holds have been seen already and take no time.
 */
export function tracks(
  moves: readonly (readonly Motion[])[],
  point: (place: string) => Point | undefined,
  shown: (motion: Motion) => boolean = () => false,
  between: (from: Point, to: Point) => Point[] = () => [],
): Map<string, Track> {
  const found = new Map<string, Track>();
  let clock = 0;
  for (const motions of moves) {
    const free = new Map<string, number>();
    let previous = "";
    for (const motion of motions) {
      if (shown(motion)) continue;
      const points = motion.path.map(point).filter((p): p is Point => p !== undefined);
      if (points.length === 0) continue;
      const again = free.get(motion.piece);
      const together = motion.piece === previous ? again : again === undefined && !motion.after ? clock : undefined;
      let at = together ?? Math.max(clock, ...free.values());
      previous = motion.piece;
      const track = found.get(motion.piece) ?? { legs: [], end: 0 };
      const length = LENGTHS[motion.kind] ?? 200;
      const stays = points.length === 1;
      for (let i = stays ? 0 : 1; i < points.length; i++) {
        const [from, to] = [points[stays ? 0 : i - 1]!, points[i]!];
        const via = between(from, to);
        const lasts = via.length > 0 ? length * ROUND : length;
        track.legs.push({ kind: motion.kind, from, to, start: at, length: lasts, ...(via.length > 0 ? { via } : {}) });
        at += lasts;
      }
      track.end = at;
      free.set(motion.piece, at);
      found.set(motion.piece, track);
    }
    if (free.size > 0) clock = Math.max(...free.values()) + PAUSE;
  }
  return found;
}

/** The keyframes of the piece's place on the board; `size` is its width where it ends. */
export function wayFrames({ legs, end }: Track, size = 0): Keyframe[] {
  const shift = ({ x, y, w }: Point): string => `translate(${x}px, ${y}px) scale(${size > 0 && w ? w / size : 1})`;
  const frames: Keyframe[] = [];
  for (const { from, via = [], to, start, length, kind } of legs) {
    const easing =
      via.length > 0
        ? "linear"
        : kind === "hop"
          ? "cubic-bezier(0.4, 0.2, 0.6, 0.9)"
          : "cubic-bezier(0.2, 0.7, 0.2, 1)";
    frames.push({ offset: start / end, transform: shift(from), easing });
    via.forEach((at, i) =>
      frames.push({
        offset: (start + (length * (i + 1)) / (via.length + 1)) / end,
        transform: shift({ ...at, ...(from.w ? { w: from.w } : {}) }),
        easing,
      }),
    );
    frames.push({ offset: Math.min(1, (start + length) / end), transform: shift(to), easing: "linear" });
  }
  if (frames[0] && frames[0].offset !== 0) frames.unshift({ offset: 0, transform: frames[0]["transform"] as string });
  return frames;
}

/** The keyframes of the piece's gestures on its way: it leaps, leans, turns over, sinks, appears. `size` is its width. */
export function poseFrames({ legs, end }: Track, size: number): Keyframe[] {
  const rest = "translateY(0px) rotate(0deg) scale(1, 1)";
  const frames: Keyframe[] = [];
  const add = (time: number, transform: string, opacity = 1, easing = "ease-in-out"): number =>
    frames.push({ offset: Math.min(1, time / end), transform, opacity, easing });
  const first = legs[0];
  if (first && first.start > 0) add(0, rest, first.kind === "appear" ? 0 : 1);
  for (const { from, to, start, length, kind } of legs) {
    const lean = 9 * Math.sign(to.x - from.x);
    const leap = `translateY(${-0.42 * size}px) rotate(${lean}deg) scale(1.08, 1.08)`;
    if (kind === "hop") {
      add(start, rest, 1, "ease-out");
      add(start + length / 2, leap, 1, "ease-in");
    } else if (kind === "flip") {
      add(start, rest, 1, "ease-in");
      add(start + length / 2, "translateY(0px) rotate(0deg) scale(0.04, 1)", 1, "ease-out");
    } else if (kind === "vanish") {
      add(start, rest);
      add(start + length * 0.6, "translateY(0px) rotate(0deg) scale(0.8, 0.8)", 0.7);
    } else if (kind === "appear") {
      add(start, "translateY(0px) rotate(0deg) scale(1.25, 1.25)", 0);
    } else {
      add(start, rest);
    }
    add(start + length, rest);
  }
  return frames;
}

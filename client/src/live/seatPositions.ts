/** Where the seats of a scene are on the board, and how words there are broken into lines. */

import type { Scene } from "../net/wire";
import type { Spot } from "../scene/desk";

/** A seat at the board: its middle, and how far it reaches. */
export interface Seated {
  seat: number;
  x: number;
  y: number;
  r: number;
}

/** Where each seat sits: at its place, else where its pieces are, else around the board, the first one below. */
export function seated(scene: Scene, spots: ReadonlyMap<string, Spot>, width: number, height: number): Seated[] {
  const [cx, cy] = [width / 2, height / 2];
  const audience = scene.audience[0] ?? 0;
  return scene.standings.flatMap(({ seat, place }, index) => {
    if (place === "" && scene.standings.some((each) => each.place)) return []; // the others have places: this one is out
    const spot = place ? spots.get(place) : undefined;
    const angle =
      (2 *
        Math.PI *
        (index -
          Math.max(
            0,
            scene.standings.findIndex((each) => each.seat === audience),
          ))) /
      scene.standings.length;
    const x = spot?.x ?? cx - Math.sin(angle) * width * 0.44;
    const y = spot?.y ?? cy + Math.cos(angle) * height * 0.44;
    return [{ seat, x, y, r: spot ? Math.min(spot.w, spot.h) / 2 : width * 0.03 }];
  });
}

/** A text in lines of about this many letters, broken at spaces. */
export function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The middle of a text, given half its size and its limits on both sides, so that it covers none of these: unchanged, or moved as little
as possible to one side. */
export function apartFrom(
  spots: readonly Pick<Spot, "x" | "y" | "w" | "h">[],
  x: number,
  y: number,
  wide: number,
  high: number,
  [left, right]: readonly [number, number],
): number {
  const near = spots.filter((spot) => Math.abs(spot.y - y) < high + (spot.h || spot.w) / 2);
  const clear = (at: number): boolean => near.every((spot) => Math.abs(spot.x - at) >= wide + spot.w / 2 - 1e-6);
  const beside = near
    .flatMap((spot) => [spot.x - spot.w / 2 - wide, spot.x + spot.w / 2 + wide])
    .filter((at) => at - wide >= left && at + wide <= right && clear(at));
  return clear(x)
    ? x
    : beside.reduce((best, at) => (Math.abs(at - x) < Math.abs(best - x) ? at : best), beside[0] ?? x);
}

/** Half the height of a name's letters, of their size. */
const HALF = 0.45;
/** How far from a seat its name goes at most, in lines. */
const LINES = 5;

/** The middle and baseline of a name: above or below its seat, as near as possible without covering any of these, and nearer to its seat
than to any other. */
export function nameAt(
  spots: readonly Pick<Spot, "x" | "y" | "w" | "h">[],
  { x, y, r }: Omit<Seated, "seat">,
  wide: number,
  size: number,
  [left, right]: readonly [number, number],
  height: number,
  others: readonly Pick<Seated, "x" | "y">[] = [],
): [number, number] {
  const middle = Math.max(left + wide, Math.min(right - wide, x));
  const lines = Array.from({ length: LINES }, (_, n) => [y - r - size * (0.25 + n), y + r + size * (0.8 + n)]).flatMap(
    ([above = 0, below = 0]) => (y < height * 0.45 && above > size ? [above, below] : [below, above]),
  );
  const tries = lines
    .filter((line) => line > size && line < height - size * 0.2)
    .map((line): [number, number] => [
      apartFrom(spots, middle, line - size * 0.35, wide, size * HALF, [left, right]),
      line,
    ]);
  /** Beside its seat, if no place above or below it is near enough. */
  const beside = [x + r + wide + size * 0.3, x - r - wide - size * 0.3]
    .filter((at) => at - wide >= left && at + wide <= right)
    .map((at): [number, number] => [at, y + size * 0.35]);
  const near = ([at, line]: [number, number]): boolean =>
    (Math.abs(at - middle) <= wide || line === y + size * 0.35) &&
    spots.every(
      (spot) =>
        Math.abs(spot.y - line + size * 0.35) >= size * HALF + (spot.h || spot.w) / 2 ||
        Math.abs(spot.x - at) >= wide + spot.w / 2 - 1e-6,
    );
  const far = ([at, line]: [number, number], seat: Pick<Seated, "x" | "y">): number =>
    Math.hypot(at - seat.x, line - size * 0.35 - seat.y);
  const own = (one: [number, number]): boolean => others.every((other) => far(one, other) > far(one, { x, y }));
  return (
    [...tries.slice(0, 2), ...beside, ...tries.slice(2)].find((one) => near(one) && own(one)) ??
    tries.find(own) ??
    tries[0] ?? [middle, y]
  );
}

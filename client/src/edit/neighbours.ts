/** Which place lies in the direction of an arrow key: the nearest one within a right angle around it. */

import type { Place } from "./opened";

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** What is not straight ahead counts as farther away. */
const ASIDE = 2;

export function neighbour(places: readonly Place[], from: Place, key: string): Place | null {
  const way = WAYS[key];
  if (!way) return null;
  let best: Place | null = null;
  let least = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.x - from.x, place.y - from.y];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (ahead <= 0.5 || aside > ahead + 0.5) continue;
    const far = ahead + ASIDE * aside;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

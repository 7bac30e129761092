/** How long a table still waits before something happens by itself. */

/** Below this a countdown would only flicker, ms. */
const SHORTEST = 3000;

/** ms left at `now` (the page's clock), for a scene that came at `came`; null if nothing is due, or it is too soon to show. */
export function left(now_ms: number, due_ms: number, came: number, now: number): number | null {
  if (due_ms < 0 || due_ms - now_ms < SHORTEST) return null;
  return Math.max(0, due_ms - now_ms - (now - came));
}

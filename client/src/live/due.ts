/** How long a table still waits before something happens by itself. */

/** Below this a countdown would only flicker, ms. */
const SHORTEST = 3000;

/** ms left at `now` (the page's clock), of a scene that came at `came`; null where nothing is due, or too soon to tell. */
export function left(now_ms: number, due_ms: number, came: number, now: number): number | null {
  if (due_ms < 0 || due_ms - now_ms < SHORTEST) return null;
  return Math.max(0, due_ms - now_ms - (now - came));
}

/** « 3… 2… 1… »: the number to show this long before something begins. */

/** How many seconds are begun, never less than one: what begins, begins by itself. */
export function count(begins: number, now: number): number {
  return Math.max(1, Math.ceil((begins - now) / 1000));
}

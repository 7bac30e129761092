/** « 3… 2… 1… »: the number to show this long before something begins. */

/** The seconds left, rounded up and never less than one: the game begins by itself. */
export function count(begins: number, now: number): number {
  return Math.max(1, Math.ceil((begins - now) / 1000));
}

/** How a table in a hurry is looked at on this screen; kept in the page's address, so that a reload stays there. */

export type View = "own" | "hand" | "flat" | "shared";
export const VIEWS: readonly View[] = ["own", "hand", "flat", "shared"];

/** The views that a screen can have with so many seats of its own. */
export function viewsFor(seats: number): View[] {
  if (seats === 0) return ["own", "shared"];
  return seats === 1 ? ["own", "hand"] : ["own", "flat"];
}

/** A screen whose shorter side is less has room for two at its ends, and for nobody at its sides, px. */
const SMALL = 600;

/** How a screen begins: between several people it lies flat where they race, for none of them can wait for the other's turn. */
export function firstView(seats: number): View {
  const small = typeof window !== "undefined" && Math.min(window.innerWidth, window.innerHeight) < SMALL;
  return seats === 2 || (seats > 2 && !small) ? "flat" : "own";
}

/** The view that an address asks for, where this screen can have it; else the one it begins with. */
export function viewOf(search: string, seats: number, raced = false): View {
  const wish = new URLSearchParams(search).get("view") as View | null;
  if (wish && viewsFor(seats).includes(wish)) return wish;
  return raced ? firstView(seats) : "own";
}

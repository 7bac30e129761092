/** How a table in a hurry is looked at on this screen; kept in the page's address, so that a reload stays there. */

export type View = "own" | "hand" | "flat" | "shared";
export const VIEWS: readonly View[] = ["own", "hand", "flat", "shared"];

/** The views that a screen can have with so many seats of its own. */
export function viewsFor(seats: number): View[] {
  if (seats === 0) return ["own", "shared"];
  return seats === 1 ? ["own", "hand"] : ["own", "flat"];
}

/** How a screen begins: between several people it lies flat where they race, for none of them can wait for the other's turn. */
export function firstView(seats: number): View {
  return seats > 1 ? "flat" : "own";
}

/** The view that an address asks for, where this screen can have it; else the one it begins with. */
export function viewOf(search: string, seats: number, raced = false): View {
  const wish = new URLSearchParams(search).get("view") as View | null;
  if (wish && viewsFor(seats).includes(wish)) return wish;
  return raced ? firstView(seats) : "own";
}

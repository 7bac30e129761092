/** How a table in a hurry is looked at on this screen; kept in the page's address, so that a reload stays there. */

export type View = "own" | "hand" | "flat" | "shared";
export const VIEWS: readonly View[] = ["own", "hand", "flat", "shared"];

/** The views that a screen can have with so many seats of its own. */
export function viewsFor(seats: number): View[] {
  if (seats === 0) return ["own", "shared"];
  return seats === 1 ? ["own", "hand"] : ["own", "flat"];
}

/** The view that an address asks for, where this screen can have it. */
export function viewOf(search: string, seats: number): View {
  const wish = new URLSearchParams(search).get("view") as View | null;
  return wish && viewsFor(seats).includes(wish) ? wish : "own";
}

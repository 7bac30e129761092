/** How a table is looked at on this screen; kept in the page's address, so that a reload stays there. */

import { inFolder } from "../lib/folder";

export type View = "own" | "hand" | "flat" | "shared";

/**
 * The views that a screen can have with so many seats of its own. `raced`: people act at the same time, so that several may lie a
 * screen between them; `hidden`: there is something that only one seat may see. A hand, and a table that is looked at by all, each need a screen of their own.
 */
export function viewsFor(seats: number, raced: boolean, hidden: boolean): View[] {
  if (seats === 0) return inFolder ? ["own"] : ["own", "shared"];
  if (seats === 1) return !inFolder && (raced || hidden) ? ["own", "hand"] : ["own"];
  return raced ? ["own", "flat"] : ["own"];
}

/** A screen whose shorter side is less has room for two at its ends, and for nobody at its sides, px. */
const SMALL = 600;

/** How a screen begins: between several people it lies flat where they race, for none of them can wait for the other's turn. */
export function firstView(seats: number): View {
  const small = typeof window !== "undefined" && Math.min(window.innerWidth, window.innerHeight) < SMALL;
  return seats === 2 || (seats > 2 && !small) ? "flat" : "own";
}

/** The view that an address asks for, where this screen can have it; else the one it begins with. */
export function viewOf(search: string, seats: number, raced = false, hidden = false): View {
  const wish = new URLSearchParams(search).get("view") as View | null;
  if (wish && viewsFor(seats, raced, hidden).includes(wish)) return wish;
  return raced ? firstView(seats) : "own";
}

/** The view of a table on this screen; kept in the page's address, so that a reload keeps it. */

import { inFolder } from "../lib/folder";

export type View = "own" | "hand" | "flat" | "shared";

/**
 * The views that a screen with this many seats can have. `raced`: people act at the same time, so several may share a screen that lies
 * flat; `hidden`: some things only one seat may see. A hand, and a table for everybody, each need a screen of their own.
 */
export function viewsFor(seats: number, raced: boolean, hidden: boolean): View[] {
  if (seats === 0) return inFolder ? ["own"] : ["own", "shared"];
  if (seats === 1) return !inFolder && (raced || hidden) ? ["own", "hand"] : ["own"];
  return raced ? ["own", "flat"] : ["own"];
}

/** A screen with a shorter side than this has room for two at its ends, and for nobody at its sides, px. */
const SMALL = 600;

/** The first view of a screen: between several people who race it lies flat, since nobody can wait for another's turn. */
export function firstView(seats: number): View {
  const small = typeof window !== "undefined" && Math.min(window.innerWidth, window.innerHeight) < SMALL;
  return seats === 2 || (seats > 2 && !small) ? "flat" : "own";
}

/** The view that an address asks for, if this screen can have it; else its first view. */
export function viewOf(search: string, seats: number, raced = false, hidden = false): View {
  const wish = new URLSearchParams(search).get("view") as View | null;
  if (wish && viewsFor(seats, raced, hidden).includes(wish)) return wish;
  return raced ? firstView(seats) : "own";
}

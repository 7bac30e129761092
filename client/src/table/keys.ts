/** The keys of a table, wherever one plays at one. */

import { topmost } from "../lib/over";
import type { Play } from "./play.svelte";

type Struck = Pick<KeyboardEvent, "key" | "shiftKey" | "repeat">;

/** Whether a key is meant for something else: a shortcut of the browser, a field, what lies over `place`, or what took it already. */
export function meantElsewhere(event: KeyboardEvent, place: Element | null | undefined): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return true;
  if (event.target instanceof Element && event.target.closest("input, select, textarea")) return true;
  const top = topmost();
  return top !== null && !(place && top.contains(place));
}

/** Escape puts down what is half made, c presses the big button, r turns what is laid over the board. Whether it was one of them. */
export function strike(play: Play, { key, shiftKey, repeat }: Struck): boolean {
  switch (key.toLowerCase()) {
    case "escape":
      play.back();
      return true;
    case "c":
      // Held down, it would go on with whatever comes next.
      if (repeat) return false;
      if (play.at === null) play.big.press();
      else play.now();
      return true;
    case "r":
      play.glass.turn(shiftKey ? -1 : 1);
      return true;
    default:
      return false;
  }
}

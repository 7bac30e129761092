/** The keys of the pages with a board: what each does where. Pages look up here what a key does, and the page of keys lists the same. */

import { topmost } from "./over";

/** Each key as `KeyboardEvent.key` names it, with `Shift+` before it where it does something else with Shift. */
export const KEYS = {
  table: { back: ["Escape"], big: ["Enter", "c"], turn: ["r", "Shift+r"] },
  board: { go: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], ends: ["Home", "End"] },
  pick: { choose: ["Enter", " "], near: ["n", "p"], back: ["Escape", "Backspace"] },
  list: { go: ["ArrowUp", "ArrowDown"], ends: ["Home", "End"], look: ["Enter"] },
  replay: {
    step: ["ArrowLeft", "ArrowRight"],
    turn: ["Shift+ArrowLeft", "Shift+ArrowRight"],
    ends: ["Home", "End"],
    play: [" "],
  },
  lesson: { on: ["Enter", " "] },
  anywhere: { keys: ["?"] },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type Group = keyof typeof KEYS;
type Stroke = Pick<KeyboardEvent, "key" | "shiftKey">;

/** What a key does in a group, "" for nothing: with Shift, what it does with it, else what it does without. */
export function does<G extends Group>(group: G, { key, shiftKey }: Stroke): (keyof (typeof KEYS)[G] & string) | "" {
  const name = key.length === 1 ? key.toLowerCase() : key;
  for (const stroke of shiftKey ? [`Shift+${name}`, name] : [name])
    for (const [what, keys] of Object.entries<readonly string[]>(KEYS[group]))
      if (keys.includes(stroke)) return what as keyof (typeof KEYS)[G] & string;
  return "";
}

/** Whether a key is meant for something else: a browser shortcut, a field, an overlay above `place`, or a handler that has already taken it. */
export function meantElsewhere(event: KeyboardEvent, place: Element | null | undefined): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return true;
  if (event.target instanceof Element && event.target.closest("input, select, textarea")) return true;
  const top = topmost();
  return top !== null && !(place && top.contains(place));
}

/** The keys that work on the current page: those of the last thing opened that has any. */

import { untrack } from "svelte";
import type { Message } from "./i18n";
import type { Group } from "./keys";

/** A line of the page of keys that a game makes: its keys as they are called, and what they do. */
export interface Line {
  keys: readonly string[];
  says: Message;
}

export interface Here {
  groups: readonly Group[];
  /** What of them does nothing here: `table.turn`. */
  not?: readonly string[];
  /** Keys of the game itself. */
  lines?: readonly Line[];
  /** Where they work; null for the page itself. */
  place?: Element | null | undefined;
}

let stack = $state.raw<readonly (() => Here)[]>([]);
let open = $state(false);

export const keysHere = {
  /** The keys of what is shown; null where it has none. */
  get now(): Here | null {
    return stack.at(-1)?.() ?? null;
  },
  /** Whether the page of keys is open. */
  get open(): boolean {
    return open && stack.length > 0;
  },
  set open(is: boolean) {
    open = is;
  },
};

/** While the component that calls this is there, these keys work. */
export function keysOf(here: () => Here): void {
  $effect(() => {
    stack = [...untrack(() => stack), here];
    return () => {
      stack = untrack(() => stack).filter((one) => one !== here);
      open = false;
    };
  });
}

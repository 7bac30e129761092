/** What a page hands to all its parts. */

import { getContext, setContext } from "svelte";

/** How a part asks for it (nothing where no page has set it), and how a page sets it. */
export function context<T>(): [use: () => T | undefined, set: (value: T) => T] {
  const key = {};
  return [() => getContext<T | undefined>(key), (value) => setContext(key, value)];
}

/** The time that countdowns show: one for all of the page, so that two of them never differ. */

import { onMount } from "svelte";
import { pageTime } from "../lib/pageTime";

/** How often it is updated, ms. */
const EVERY = 250;
let now = $state(pageTime());
let readers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export const seconds = {
  /** ms since 1970 on this page's clock. */
  get now(): number {
    return now;
  },
};

/** `seconds.now` keeps counting while the component that calls this is mounted. */
export function ticking(): void {
  onMount(() => {
    now = pageTime();
    if (readers++ === 0) timer = setInterval(() => (now = pageTime()), EVERY);
    return () => {
      if (--readers === 0) clearInterval(timer);
    };
  });
}

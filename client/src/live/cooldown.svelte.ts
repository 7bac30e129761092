/** Buttons that rest for a moment after they were pressed, and come back by themselves. */

import type { Button } from "../net/wire";

const SPARE = 30;

export class Rests {
  #now = $state(performance.now());

  /** `buttons`: the ids of all buttons; `came`: when their scene came (`performance.now()`). Call it while a component is created. */
  constructor(
    readonly buttons: () => readonly Button[],
    readonly came: () => number,
  ) {
    $effect(() => {
      const longest = Math.max(0, ...this.buttons().map(({ rests_ms }) => rests_ms ?? 0));
      if (longest === 0) return;
      this.#now = performance.now();
      const timer = setTimeout(
        () => (this.#now = performance.now()),
        this.came() + longest + SPARE - performance.now(),
      );
      return () => clearTimeout(timer);
    });
  }

  /** Whether a button cannot be pressed yet. */
  resting({ rests_ms }: Button): boolean {
    return (rests_ms ?? 0) > 0 && this.#now < this.came() + rests_ms!;
  }
}

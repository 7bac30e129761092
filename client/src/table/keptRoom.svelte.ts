/** How high the board's room was while the game went on: at the end it keeps that height, unless the screen is another one by then. */

import { pageSize } from "../lib/screen";

export class KeptRoom {
  /** The room as the page measures it; the element is bound to this. */
  measured = $state.raw<readonly ResizeObserverSize[]>();
  #kept = $state.raw({ high: 0, screen: "" });

  /** `playing`: whether the game goes on and is shown as it is now. */
  constructor(playing: () => boolean) {
    $effect(() => {
      const high = this.measured?.[0]?.blockSize ?? 0;
      if (high > 0 && playing()) this.#kept = { high, screen: pageSize().join() };
    });
  }

  /** That height, px; 0 where none was seen on such a screen. */
  get high(): number {
    return this.#kept.screen === pageSize().join() ? this.#kept.high : 0;
  }
}

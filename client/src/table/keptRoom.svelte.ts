/** The height of the board's room during the game: at the end it keeps that height, unless the screen has changed by then. */

import { pageSize } from "../lib/screen";

export class KeptRoom {
  /** The room as the page measures it; the element is bound to this. */
  measured = $state.raw<readonly ResizeObserverSize[]>();
  #kept = $state.raw({ high: 0, screen: "" });

  /** `playing`: whether the game is in progress and is shown as it is now. */
  constructor(playing: () => boolean) {
    $effect(() => {
      const high = this.measured?.[0]?.blockSize ?? 0;
      if (high > 0 && playing()) this.#kept = { high, screen: pageSize().join() };
    });
  }

  /** That height, px; 0 if none was measured on such a screen. */
  get high(): number {
    return this.#kept.screen === pageSize().join() ? this.#kept.high : 0;
  }
}

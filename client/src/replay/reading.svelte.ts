/** What is read beside a replay, and how much of a phone's screen that has. */

import { onPhone, onSideways } from "../lib/screen";
import type { Replay } from "./replay.svelte";

export type Panel = "moves" | "chances" | "what_if" | "share";
/** What is read of the chances, where it comes in parts. */
export const PARTS = ["curve", "turning", "champion"] as const;

export class Reading {
  panel = $state<Panel>("moves");
  part = $state<(typeof PARTS)[number]>("curve");
  /** On a phone held upright the panel may be put away: the board has its room. */
  #away = $state(false);
  /** There, what is read may have the board's room until another moment is shown. */
  large = $state(false);

  constructor(
    private readonly replay: Replay,
    panel: Panel,
  ) {
    this.panel = panel;
    $effect(() => {
      void replay.at;
      this.large = false;
    });
  }

  /** A game against the clock has neither chances nor a "what if?". */
  get panels(): readonly Panel[] {
    return this.replay.isRaced ? ["moves", "share"] : ["moves", "chances", "what_if", "share"];
  }
  get #upright(): boolean {
    return onPhone() && !onSideways();
  }
  get folded(): boolean {
    return this.#upright && this.#away;
  }
  get enlarges(): boolean {
    return this.#upright && !this.#away && this.panel !== "moves";
  }
  get tall(): boolean {
    return this.enlarges && this.large;
  }

  show(name: Panel): void {
    this.#away = this.panel === name && !this.#away;
    // What is compared stays until another moment is looked at, whatever is opened beside it.
    if (this.panel !== name) this.replay.leave();
    this.panel = name;
  }
}

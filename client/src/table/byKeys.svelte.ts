/** Whether somebody uses the keyboard on this page: the focus is then visible, and nothing else moves it. */

import { tick } from "svelte";

const MOVES = /^(Tab|Arrow.*|Home|End|[npNP])$/;

export class ByKeys {
  /** A single key, such as Enter after a click, does not mean that the keyboard leads. */
  moving = $state(false);
  #landed = $state(false);

  saw(event: Pick<Event, "type"> & { key?: string }): void {
    if (event.type !== "keydown") this.moving = false;
    else if (MOVES.test(event.key ?? "")) this.moving = true;
  }

  /** The button that did a move is greyed by then and has lost the focus: the Tab key continues from the board. */
  land(): void {
    this.#landed = !this.moving;
    void tick().then(() => {
      const now = document.activeElement;
      if (!now || now === document.body || now.matches(":disabled"))
        document.querySelector<SVGElement>(".board [data-spot][tabindex='0']")?.focus({ preventScroll: true });
    });
  }

  /** The focus has landed on the board without a visible frame: the person uses a mouse and has not moved by keys since. */
  get quiet(): boolean {
    return this.#landed && !this.moving;
  }
}

/** The big button of a table, and the key that presses it: it does the half-made move; while nothing is chosen, what is usually done then. */

import type { Button } from "../net/wire";
import { lifted, nextClicks } from "../scene/choices";
import type { Play } from "./play.svelte";

/** It appears where a finger may just have pressed something else: a button of the game answers only after this, ms. */
const CALM = 500;

export class BigButton {
  #settled = $state("");

  constructor(readonly play: Play) {}

  /** The buttons of the game that may be pressed now. */
  get near(): Button[] {
    const { choices, steps, pending } = this.play;
    if (!choices || pending) return [];
    const near = nextClicks(choices, lifted(choices, steps));
    return choices.buttons.filter((button) => near.has(button.id) || (button.action >= 0 && steps.length === 0));
  }

  /** The game's button that it stands for while nothing else is chosen; undefined if it confirms. */
  get main(): Button | undefined {
    const { play } = this;
    if (play.manner.hurried || play.choices?.setup || play.doable.length > 0 || play.which) return undefined;
    return this.near.find(({ main }) => main);
  }

  get #offered(): string {
    const { main } = this;
    return main ? `${this.play.link.moves.length}/${main.id}` : "";
  }

  /** Whether pressing it does something now. */
  get answers(): boolean {
    const { play } = this;
    return this.main ? this.#settled === this.#offered : play.doable.length > 0 && play.which === null;
  }

  /** Make it answer once it has been visible for a moment; for an effect, which returns the result. */
  settle(): () => void {
    const now = this.#offered;
    const timer = setTimeout(() => (this.#settled = now), CALM);
    return () => clearTimeout(timer);
  }

  /** Press it. */
  press(): void {
    const { play, main } = this;
    if (!this.answers) return;
    if (!main) play.confirm();
    else {
      this.push(main);
      if (!play.pending && play.doable.length === 1) play.confirm();
    }
  }

  /** Press another button of the game. */
  push(button: Button): void {
    const { play } = this;
    if (button.action >= 0 && play.choices) void play.act(play.choices.seat, button.action, []);
    else play.tap([button.id], "");
  }
}

/** Laying a pattern over the board: turning it, sliding it, and hints about where it belongs. */

import type { Choices } from "../net/wire";
import * as narrow from "../scene/choices";
import * as hints from "./hints";
import type { Play } from "./play.svelte";

export class Glass {
  /** The first click whose places are shown on request, and when. */
  #asked = $state.raw({ click: "", moves: -1 });
  /** Where it was last put, legal or not: it returns there once it is turned so that it fits. */
  #wanted = { click: "", place: "" };
  /** How often places were asked for at this table, on this device. */
  hints = $state(0);

  constructor(readonly play: Play) {
    this.hints = hints.recall(play.link.id);
  }

  /** The pattern that the half-made move lays over the board, null where it lays none. */
  get laying(): narrow.Laying | null {
    return this.play.choices ? narrow.laying(this.play.choices, this.play.steps) : null;
  }

  /** Whether the places where it may be laid are shown. */
  get shows(): boolean {
    const { choices, steps, link } = this.play;
    return !choices?.quiet || (this.#asked.click === steps[0]?.click && this.#asked.moves === link.moves.length);
  }

  /** Turn it by this many positions. */
  turn(by: number): void {
    const { play } = this;
    if (!play.choices || play.pending || !this.laying) return;
    play.reason = null;
    const here = play.steps[this.laying.at + 1]?.click;
    if (here) this.want(here);
    play.steps = this.#back(play.choices, narrow.turned(play.choices, play.steps, by));
    play.manner.moved();
  }

  /** It was put on this place. */
  want(place: string): void {
    const click = this.play.steps[0]?.click;
    if (click && this.laying) this.#wanted = { click, place };
  }

  /** It was put back or down, and moves nowhere by itself. */
  forget(): void {
    this.#wanted = { click: "", place: "" };
  }

  /** The clicks with the lifted pattern put back where the player wanted it, if it may lie there now. */
  #back(choices: Choices, steps: narrow.Steps): narrow.Steps {
    const { click, place } = this.#wanted;
    if (!place || click !== steps[0]?.click || steps.length > narrow.lifted(choices, steps).length) return steps;
    const done = narrow.tap(choices, steps, [place]);
    return done.kind === "go" && done.steps.length > steps.length ? done.steps : steps;
  }

  /** Turn it to the position of this node. */
  turnTo(index: number): void {
    const { play } = this;
    if (play.choices && !play.pending) play.steps = narrow.turnedTo(play.choices, play.steps, index);
  }

  /** It was slid to a place: it stays there if that is legal, but is not played yet. */
  slide(place: string): void {
    const { play } = this;
    if (!play.choices || play.pending || !this.laying) return;
    play.reason = null;
    const lifted = narrow.lifted(play.choices, play.steps);
    this.want(place);
    const done = place ? narrow.tap(play.choices, lifted, [place]) : null;
    play.steps = done?.kind === "go" && done.steps.length > lifted.length ? done.steps : lifted;
    if (done?.kind === "no") play.tap([place], place); // says why not
  }

  /** Show where it may be laid, turned as far as needed; this counts as a hint. */
  reveal(): void {
    const { play } = this;
    const click = play.steps[0]?.click ?? "";
    if (!play.choices || !click || play.pending || this.shows) return;
    this.#asked = { click, moves: play.link.moves.length };
    this.hints = hints.more(play.link.id);
    const lifted = narrow.lifted(play.choices, play.steps);
    const found = narrow.findable(play.choices, lifted, new Set(play.link.layout?.places.map((place) => place.id)));
    play.steps = found < 0 ? lifted : narrow.turnedTo(play.choices, lifted, found);
    if (found < 0) play.reason = { reason: { key: "ui.overlay.nowhere" }, rules: [] };
  }
}

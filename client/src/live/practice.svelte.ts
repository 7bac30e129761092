/** A practice as it goes: the step, what was forgiven, how quick one was. No rule is known here: what is wanted, the script says. */

import type { PracticeScript, Step } from "../lib/api";
import type { Message } from "../lib/i18n";
import { clock as usual, reaction, when, type Clock } from "./clock";

export class Practice {
  index = $state(0);
  /** What is said of what was done too soon, null for nothing. */
  pardon = $state.raw<Message | null>(null);
  /** How long the last step took that was timed, ms; null before. */
  took = $state<number | null>(null);

  #seen = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    readonly script: PracticeScript,
    /** A step begins: what is called out in it may be heard. */
    readonly onstep: (step: Step) => void,
    readonly clock: Clock = usual,
  ) {
    this.#begin();
  }

  get step(): Step {
    return this.script.steps[this.index]!;
  }

  get last(): boolean {
    return this.index === this.script.steps.length - 1;
  }

  /** Nothing has to be done: a button leads on. */
  get reads(): boolean {
    return this.step.want.length === 0 && this.step.wait_ms === 0;
  }

  /** Something was clicked; whether it was of any use. */
  click(id: string, stamp: number): boolean {
    const { step } = this;
    if (step.want.includes(id)) {
      if (step.timed) this.took = Math.round(reaction(this.#seen, when(stamp, this.clock.now())));
      this.on();
      return true;
    }
    if (!step.tempting.includes(id)) return false;
    this.pardon = step.forgiven;
    this.#wait();
    return true;
  }

  /** The next step; the last one stays. */
  on(): void {
    if (this.last) return;
    this.index += 1;
    this.pardon = null;
    this.#begin();
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  #begin(): void {
    this.#seen = this.clock.now();
    this.clock.painted((at) => (this.#seen = at));
    this.onstep(this.step);
    this.#wait();
  }

  #wait(): void {
    this.end();
    if (this.step.wait_ms > 0) this.#timer = setTimeout(() => this.on(), this.step.wait_ms);
  }
}

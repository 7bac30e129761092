/** Waiting for what a search finds: what is said meanwhile, and what is asked for again. */

import { saidOf } from "../lib/api";
import type { Message } from "../lib/i18n";

/** For a server that is busy or does not answer: nobody asked for this, so nobody has to ask again. */
export const LATER_MS = 5000;
/** After this long without anything new, the page says that it takes longer: the process that searches may still be preparing the rules. */
const SLOW_MS = 8000;
/** Refusals that pass by themselves, and the message shown meanwhile; null shows the server’s own. */
const PASSING: Readonly<Record<string, string | null>> = {
  "error.busy": "ui.chances.queued",
  "error.too_fast": "ui.chances.queued",
  "error.unreachable": null,
  "error.replay.compiling": "ui.chances.compiling",
};
/** After this many timeouts in a row we give up: the first may have been spent on preparing rules, which are ready by the second. */
const TRIES = 2;

export class Patience {
  /** Why it comes later. */
  waits = $state.raw<Message | null>(null);
  /** Whether nothing more has been found for a while. */
  slow = $state(false);
  /** Why it does not come at all. */
  problem = $state.raw<Message | null>(null);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #late = 0;

  /** It is asked for; where that was so already, it has been since then. */
  begin(): void {
    if (this.#timer !== undefined) return;
    this.end(null);
    this.#timer = setTimeout(() => (this.slow = true), SLOW_MS);
  }

  /** The server answered; `more`: something was found, and the rest is waited for from now on. */
  answered(more: boolean): void {
    [this.waits, this.#late] = [null, 0];
    if (!more) return;
    this.end();
    this.begin();
  }

  /** Stop waiting; `why`: it will not come. */
  end(why = this.problem): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    [this.waits, this.slow, this.problem, this.#late] = [null, false, why, 0];
  }

  /** It was not found; returns whether to ask again after `LATER_MS`. */
  refused(reason: unknown): boolean {
    const said = saidOf(reason);
    if (said.key === "error.replay.too_long") {
      this.slow = true;
      this.#late += 1;
    }
    const passing = PASSING[said.key];
    const again = passing !== undefined || (this.#late > 0 && this.#late < TRIES);
    if (!again) this.end(said);
    else this.waits = passing === undefined ? null : passing === null ? said : { key: passing };
    return again;
  }
}

/** Everybody's chances through a game, as far as the server has found them: asked for as long as somebody looks, whatever is looked at meanwhile. */

import { ApiError, saidOf } from "../lib/api";
import type { Message } from "../lib/i18n";
import { pageTime } from "../lib/pageTime";
import { chances, type TurningPoint, type Weighed } from "../lib/replay";
import { closer } from "./curve";
import type { Replay } from "./replay.svelte";

/** In the order of the game. */
const inOrder = (turning: readonly TurningPoint[]): TurningPoint[] => [...turning].sort((one, other) => one.move - other.move);

const AGAIN_MS = 1200;
/** Where the server is busy, or does not answer: nobody asked for it, so nobody need ask again. */
const LATER_MS = 5000;
/** Where nothing more was found for so long, it is said that it takes longer: rules are prepared in the process that searches, too. */
const SLOW_MS = 8000;
/** What passes by itself. */
const PASSING = ["error.busy", "error.too_fast", "error.unreachable"];

export class Weighing {
  points = $state.raw<Weighed[]>([]);
  turning = $state.raw<TurningPoint[]>([]);
  /** How many moments there are; 0 until that is known. */
  of = $state(0);
  ready = $state(true);
  /** Why there are none. */
  problem = $state.raw<Message | null>(null);
  /** Why they come later. */
  waits = $state.raw<Message | null>(null);
  /** Whether nothing more has been found for a while. */
  slow = $state(false);
  /** Whether they are asked for. */
  begun = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #open = true;
  #asking = false;
  /** When something was found last, or was first asked for. */
  #since = 0;
  readonly #seen = (): void => void this.#ask();

  constructor(readonly replay: Replay) {
    const { analysis, game } = replay;
    this.begun = analysis !== null;
    [this.points, this.turning, this.of] = [analysis?.points ?? [], inOrder(analysis?.turning ?? []), analysis?.of ?? 0];
    this.problem = game.no_chances ?? (replay.isShort && !analysis ? { key: "ui.chances.short" } : null);
  }

  /** Is all found that there is to find? */
  get done(): boolean {
    return this.of > 0 && this.points.length === this.of;
  }

  /** What is said until all is found. */
  get told(): Message {
    if (this.waits) return this.waits;
    if (!this.ready) return { key: "ui.chances.compiling" };
    if (this.slow) return { key: "ui.chances.slow", args: { n: this.points.length, of: this.of || "…" } };
    return this.of > 0 ? { key: "ui.chances.progress", args: { n: this.points.length, of: this.of } } : { key: "ui.wait" };
  }

  begin(): void {
    if (this.begun || this.problem) return;
    this.begun = true;
    this.#since = pageTime();
    void this.#ask();
  }

  /** Nobody wants them any longer; what was found is kept. Those of a file stay. */
  rest(): void {
    if (this.replay.analysis) return;
    this.begun = false;
    this.#quiet();
  }

  stop(): void {
    this.#open = false;
    this.#quiet();
  }

  #quiet(): void {
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#seen);
  }

  /** A decision was looked at more closely: what is said of it is what was found then. */
  take(found: Weighed): void {
    this.points = closer(this.points, found);
  }

  /** Ask again after a while; on a page that nobody sees, once somebody does. */
  #later(ms: number): void {
    if (!this.begun) return;
    this.#timer = setTimeout(() => {
      if (document.hidden) document.addEventListener("visibilitychange", this.#seen, { once: true });
      else void this.#ask();
    }, ms);
  }

  async #ask(): Promise<void> {
    if (this.#asking || this.done) return;
    this.#asking = true;
    try {
      const found = await chances(this.replay.source, this.points.length);
      if (!this.#open) return;
      this.points = [...this.points, ...found.points];
      if (found.points.length > 0) this.#since = pageTime();
      this.slow = pageTime() - this.#since >= SLOW_MS;
      [this.of, this.ready, this.turning, this.waits] = [found.of, found.ready, inOrder(found.turning_points), null];
      if (found.why) this.problem = found.why;
      else if (!this.done) this.#later(AGAIN_MS);
    } catch (reason) {
      if (!this.#open) return;
      const said = saidOf(reason);
      if (reason instanceof ApiError && PASSING.includes(said.key)) {
        this.waits = said.key === "error.unreachable" ? said : { key: "ui.chances.queued" };
        this.#later(LATER_MS);
      } else this.problem = said;
    } finally {
      this.#asking = false;
    }
  }
}

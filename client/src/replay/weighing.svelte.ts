/** Everybody's chances through a game, as far as the server has found them. The page keeps asking while somebody looks at any part of it. */

import type { Message } from "../lib/i18n";
import { chances, type TurningPoint, type Weighed } from "../lib/replay";
import { closer } from "./curve";
import { LATER_MS, Patience } from "./patience.svelte";
import type { Replay } from "./replay.svelte";

/** In the order of the game. */
const inOrder = (turning: readonly TurningPoint[]): TurningPoint[] =>
  [...turning].sort((one, other) => one.move - other.move);

const AGAIN_MS = 1200;

export class Weighing {
  points = $state.raw<Weighed[]>([]);
  turning = $state.raw<TurningPoint[]>([]);
  /** How many moments there are; 0 until that is known. */
  of = $state(0);
  ready = $state(true);
  /** Whether they are asked for. */
  begun = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #open = true;
  #asking = false;
  readonly #patience = new Patience();
  readonly #seen = (): void => void this.#ask();

  constructor(readonly replay: Replay) {
    const { analysis, game } = replay;
    this.begun = analysis !== null;
    [this.points, this.turning, this.of] = [
      analysis?.points ?? [],
      inOrder(analysis?.turning ?? []),
      analysis?.of ?? 0,
    ];
    this.#patience.problem = game.no_chances ?? (replay.isShort && !analysis ? { key: "ui.chances.short" } : null);
  }

  /** Why there are none. */
  get problem(): Message | null {
    return this.#patience.problem;
  }

  /** Is all found that there is to find? */
  get done(): boolean {
    return this.of > 0 && this.points.length === this.of;
  }

  /** What is said until all is found. */
  get told(): Message {
    const { waits, slow } = this.#patience;
    if (waits) return waits;
    if (!this.ready) return { key: "ui.chances.compiling" };
    if (slow) return { key: "ui.chances.slow", args: { n: this.points.length, of: this.of || "…" } };
    return this.of > 0
      ? { key: "ui.chances.progress", args: { n: this.points.length, of: this.of } }
      : { key: "ui.wait" };
  }

  begin(): void {
    if (this.begun || this.problem) return;
    this.begun = true;
    this.#patience.begin();
    void this.#ask();
  }

  /** Stop asking; results so far are kept, and so are those from a file. */
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
    this.#patience.end();
    document.removeEventListener("visibilitychange", this.#seen);
  }

  /** A decision was searched more deeply: use that result. */
  take(found: Weighed): void {
    this.points = closer(this.points, found);
  }

  /** Ask again after a while; on a hidden page, once it is visible. */
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
      if (this.begun) this.#patience.answered(found.points.length > 0);
      [this.of, this.ready, this.turning] = [found.of, found.ready, inOrder(found.turning_points)];
      if (found.why || this.done) this.#patience.end(found.why);
      else this.#later(AGAIN_MS);
    } catch (reason) {
      if (this.#open && this.begun && this.#patience.refused(reason)) this.#later(LATER_MS);
    } finally {
      this.#asking = false;
    }
  }
}

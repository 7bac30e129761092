/** Everybody's chances through a game, as far as the server has found them: asked for once somebody wants them, whatever is looked at meanwhile. */

import { saidOf } from "../lib/api";
import type { Message } from "../lib/i18n";
import { chances, type TurningPoint, type Weighed } from "../lib/replay";
import { closer } from "./curve";
import type { Replay } from "./replay.svelte";

const AGAIN_MS = 1200;

export class Weighing {
  points = $state.raw<Weighed[]>([]);
  turning = $state.raw<TurningPoint[]>([]);
  /** How many moments there are; 0 until that is known. */
  of = $state(0);
  ready = $state(true);
  problem = $state.raw<Message | null>(null);
  /** Whether they were asked for. */
  begun = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #open = true;

  constructor(readonly replay: Replay) {
    const { analysis, game } = replay;
    this.begun = analysis !== null;
    [this.points, this.turning, this.of] = [analysis?.points ?? [], analysis?.turning ?? [], analysis?.of ?? 0];
    this.problem = game.no_chances;
  }

  /** Is all found that there is to find? */
  get done(): boolean {
    return this.of > 0 && this.points.length === this.of;
  }

  begin(): void {
    if (this.begun || this.problem) return;
    this.begun = true;
    void this.#ask();
  }

  stop(): void {
    this.#open = false;
    clearTimeout(this.#timer);
  }

  /** A decision was looked at more closely: what is said of it is what was found then. */
  take(found: Weighed): void {
    this.points = closer(this.points, found);
  }

  async #ask(): Promise<void> {
    try {
      const found = await chances(this.replay.source, this.points.length);
      if (!this.#open) return;
      this.points = [...this.points, ...found.points];
      [this.of, this.ready, this.turning] = [found.of, found.ready, found.turning_points];
      if (found.why) this.problem = found.why;
      else if (!this.done) this.#timer = setTimeout(() => void this.#ask(), AGAIN_MS);
    } catch (reason) {
      if (this.#open) this.problem = saidOf(reason);
    }
  }
}

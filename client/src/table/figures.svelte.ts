/** Everybody's chances where the game stands, while one tries out another way in it: asked for once a position stays on the board. */

import { get } from "svelte/store";
import { chancesShown } from "../lib/prefs";
import { now } from "../lib/replay";
import type { Play } from "./play.svelte";

/** So long a position stays before it is asked about, and so long nothing is asked after a refusal, ms. */
const STAYS_MS = 400;
const LATER_MS = 4000;

export class Figures {
  /** By seat; empty where they are not known. */
  chances = $state.raw<readonly number[]>([]);
  /** They are those of a position before this one. */
  stale = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The position of which they are, and the one that is asked about, as the number of moves. */
  #known = -1;
  #asked = -1;

  constructor(readonly play: Play) {}

  /** May they be seen here, and does nobody mind? */
  get on(): boolean {
    const { table } = this.play.link;
    return get(chancesShown) && table?.phase === "playing" && table.weighs;
  }

  /** The game stands after so many moves. */
  follow(moves: number): void {
    clearTimeout(this.#timer);
    if (!this.on) {
      this.chances = [];
      this.#known = -1;
      return;
    }
    this.stale = this.#known !== moves;
    if (this.stale) this.#later(moves, STAYS_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#known = NaN;
  }

  #later(moves: number, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(moves), ms);
  }

  /** One question at a time: what came meanwhile is asked about afterwards. */
  async #ask(moves: number): Promise<void> {
    const { link } = this.play;
    if (document.hidden || this.#asked >= 0) return this.#later(moves, LATER_MS / 4);
    this.#asked = moves;
    let wait = 0;
    try {
      const found = await now(link.id);
      if (found.move === link.moves.length) [this.chances, this.#known, this.stale] = [found.chances, moves, false];
    } catch {
      wait = LATER_MS;
    }
    this.#asked = -1;
    if (Number.isNaN(this.#known) || !this.on || this.#known === link.moves.length) return;
    this.#later(link.moves.length, wait || STAYS_MS);
  }
}

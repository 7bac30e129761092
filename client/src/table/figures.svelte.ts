/** Everybody's chances in the current position, while somebody tries out another line: requested once a position stays on the board. */

import { get } from "svelte/store";
import type { Message } from "../lib/i18n";
import { chancesShown } from "../lib/prefs";
import { now } from "../lib/replay";
import { LATER_MS, Patience } from "../replay/patience.svelte";
import type { Play } from "./play.svelte";

/** How long a position must stay before it is looked up, ms. */
const STAYS_MS = 400;

export class Figures {
  /** By seat; empty where they are not known. */
  chances = $state.raw<readonly number[]>([]);
  /** They belong to an earlier position. */
  stale = $state(false);

  readonly #patience = new Patience();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The position that they belong to, and the one being asked about, as numbers of moves. */
  #known = -1;
  #asked = -1;

  constructor(readonly play: Play) {}

  /** May they be shown here, and has nobody hidden them? */
  get on(): boolean {
    const { table } = this.play.link;
    return get(chancesShown) && table?.phase === "playing" && table.weighs;
  }

  /** The text while waiting for them; null if none is needed. */
  get told(): Message | null {
    if (!this.on) return null;
    const { waits, problem, slow } = this.#patience;
    return waits ?? problem ?? (slow ? { key: "ui.chances.later" } : null);
  }

  /** The game is at this number of moves. */
  follow(moves: number): void {
    clearTimeout(this.#timer);
    if (!this.on) {
      this.chances = [];
      this.#known = -1;
      this.#patience.end(null);
      return;
    }
    this.stale = this.#known !== moves;
    if (!this.stale) return;
    this.#patience.begin();
    this.#later(moves, STAYS_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#patience.end();
    this.#known = NaN;
  }

  #later(moves: number, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(moves), ms);
  }

  /** One question at a time: a position that came meanwhile is asked about afterwards. */
  async #ask(moves: number): Promise<void> {
    const { link } = this.play;
    if (document.hidden || this.#asked >= 0) return this.#later(moves, LATER_MS / 4);
    this.#asked = moves;
    let again = true;
    let wait = STAYS_MS;
    try {
      const found = await now(link.id);
      this.#patience.answered(false);
      if (found.move === link.moves.length) [this.chances, this.#known, this.stale] = [found.chances, moves, false];
    } catch (reason) {
      again = this.#patience.refused(reason);
      wait = LATER_MS;
    }
    this.#asked = -1;
    if (Number.isNaN(this.#known) || !this.on) return this.#patience.end();
    if (this.#known === link.moves.length) return this.#patience.end(null);
    if (!again && moves === link.moves.length) return;
    this.#patience.begin();
    this.#later(link.moves.length, wait);
  }
}

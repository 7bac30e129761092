/** The room for the rows of buttons under the board: once needed it stays, so that the board keeps its size. */

import { innerWidth } from "svelte/reactivity/window";

/** More rows than these come and go: they are rare, and would take too much from the board, px. */
const MAX_HEIGHT = 112;

/** The height that was needed for a game on a screen of this width, by `game:width`. */
const needed = new Map<string, number>();

export class SteadyRows {
  private readonly game: () => string;
  private highest = $state(0);

  constructor(game: () => string) {
    this.game = game;
    this.highest = needed.get(this.key) ?? 0;
  }

  private get key(): string {
    return `${this.game()}:${innerWidth.current ?? 0}`;
  }

  /** The least height of the rows, px. */
  get reserved(): number {
    void this.highest;
    return needed.get(this.key) ?? 0;
  }

  /** The rows are this high now, px. */
  seen(height: number): void {
    if (height > MAX_HEIGHT || height <= this.reserved) return;
    needed.set(this.key, height);
    this.highest = height;
  }
}

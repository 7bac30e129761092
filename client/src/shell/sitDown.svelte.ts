/** A button that sits a person down at once: while it is busy, and what went wrong. */

import { type GameInfo, saidOf } from "../lib/api";
import type { Message } from "../lib/i18n";

/** What does it: fetched while the pointer is on its way to the button. */
export const playing = () => import("./playNow");

export class SitDown {
  busy = $state(false);
  problem = $state.raw<Message | null>(null);

  /** Begin this game against easy robots; a click that opens a new tab is left to the browser. */
  async begin(game: GameInfo, event: MouseEvent): Promise<void> {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    try {
      await (await playing()).playNow(game);
    } catch (reason) {
      this.problem = saidOf(reason);
    } finally {
      this.busy = false;
    }
  }
}

/** Follows an evening: asks again every few seconds; the server answers if something has changed. */

import { saidOf } from "../lib/api";
import { newer, wish, withSomebody, type Evening, type Wish } from "../lib/evenings";
import { t, type Message } from "../lib/i18n";

const PAUSE_MS = 2500;

export class Follow {
  now = $state.raw<Evening | null>(null);
  /** Why there is nothing to show. */
  problem = $state.raw<Message | null>(null);
  /** What was refused last. */
  refused = $state.raw<Message | null>(null);
  busy = $state(false);
  private tag = "";
  private clock: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  private stopped = false;

  constructor(readonly id: string) {}

  /** Follow from now on; returns what ends it. */
  start(): () => void {
    const seen = (): void => {
      if (!document.hidden) void this.look();
    };
    document.addEventListener("visibilitychange", seen);
    void this.look();
    return () => {
      this.stopped = true;
      clearTimeout(this.clock);
      document.removeEventListener("visibilitychange", seen);
    };
  }

  private async look(): Promise<void> {
    clearTimeout(this.clock);
    const turn = ++this.asked;
    try {
      const { found, tag } = await newer(this.id, this.tag);
      if (turn === this.asked) {
        this.tag = tag;
        if (found) this.now = withSomebody(found, t("ui.somebody"));
        this.problem = null;
      }
    } catch (reason) {
      if (turn === this.asked) this.problem = saidOf(reason);
    }
    if (turn === this.asked && !this.stopped) this.clock = setTimeout(() => void this.look(), PAUSE_MS);
  }

  /** Ask for something; returns whether it was done. */
  async do(body: Wish): Promise<boolean> {
    this.busy = true;
    this.refused = null;
    this.asked += 1; // what is on its way is older than the answer
    clearTimeout(this.clock);
    try {
      this.now = withSomebody(await wish(this.id, body), t("ui.somebody"));
      this.tag = "";
      return true;
    } catch (reason) {
      this.refused = saidOf(reason);
      return false;
    } finally {
      this.busy = false;
      if (!this.stopped) this.clock = setTimeout(() => void this.look(), PAUSE_MS);
    }
  }
}

/** What the host of the server says to all pages: asked for now and then while the page is looked at, until it is put away or its time is over. */

import { announcement } from "../lib/api";
import { isTexts, kept } from "../lib/prefs";

/** How often it is asked for, ms. */
export const EVERY = 20_000;

/** The announcements that were put away on this device. */
const away = kept<string[]>("announcements", [], isTexts);

export class Announced {
  text = $state("");
  #id = "";
  #ends: ReturnType<typeof setTimeout> | undefined;

  /** Ask for it until the returned function is called. */
  start(): () => void {
    void this.ask();
    const again = setInterval(() => document.hidden || void this.ask(), EVERY);
    return () => {
      clearInterval(again);
      clearTimeout(this.#ends);
    };
  }

  async ask(): Promise<void> {
    const found = await announcement().then(
      (told) => told.announcement,
      () => undefined,
    );
    if (found === undefined) return; // the server is away: keep its last notice
    clearTimeout(this.#ends);
    this.#id = found?.id ?? "";
    this.text = found && !this.#put().includes(found.id) ? found.text : "";
    if (found) this.#ends = setTimeout(() => (this.text = ""), Math.min(found.left_ms, 2 ** 31 - 1));
  }

  putAway(): void {
    this.text = "";
    away.update((ids) => [...ids.slice(-19), this.#id]);
  }

  #put(): string[] {
    let ids: string[] = [];
    away.subscribe((now) => (ids = now))();
    return ids;
  }
}

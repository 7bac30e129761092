/** What is told once on this device, in a line beneath the sentence, at the moment it helps; it goes with one's next moves. */

import { untrack } from "svelte";
import { get } from "svelte/store";
import type { Message } from "../lib/i18n";
import { isTexts, kept } from "../lib/prefs";
import type { Link } from "../net/link.svelte";

/** What has been told. */
const told = kept<string[]>("told", [], isTexts);

export class Once {
  readonly #link: Pick<Link, "moves" | "you">;
  #now = $state.raw<{ line: Message; from: number; until: number } | null>(null);

  constructor(link: Pick<Link, "moves" | "you">) {
    this.#link = link;
    // What was told for a move that is made, or from a position that was taken back, is over.
    $effect(() => {
      const made = this.#made();
      if (this.#now && (made >= this.#now.until || made < this.#now.from)) untrack(() => (this.#now = null));
    });
  }

  #made(): number {
    return this.#link.moves.filter(({ seat }) => this.#link.you.seats.includes(seat)).length;
  }

  /** The line that is told now. */
  readonly line = $derived.by(() => (this.#now && this.#made() < this.#now.until ? this.#now.line : null));

  /** Tell this until one has made so many moves, unless it has been told, or something else is told since one's last move. */
  tell(id: string, line: Message, moves = 1): void {
    const made = this.#made();
    if ((this.line && this.#now?.from === made) || get(told).includes(id)) return;
    told.update((all) => [...all, id]);
    this.#now = { line, from: made, until: made + moves };
  }
}

/** Hints shown once on this device, in a line below the prompt, when they help; the player's next moves remove them. */

import { untrack } from "svelte";
import { get } from "svelte/store";
import type { Message } from "../lib/i18n";
import { isTexts, kept } from "../lib/prefs";
import type { Link } from "../net/link.svelte";

/** The hints that have been shown. */
const told = kept<string[]>("told", [], isTexts);

export class Once {
  readonly #link: Pick<Link, "moves" | "you">;
  #now = $state.raw<{ line: Message; from: number; until: number } | null>(null);

  constructor(link: Pick<Link, "moves" | "you">) {
    this.#link = link;
    // A hint for a move that has been made, or for a position that was taken back, is over.
    $effect(() => {
      const made = this.#made();
      if (this.#now && (made >= this.#now.until || made < this.#now.from)) untrack(() => (this.#now = null));
    });
  }

  #made(): number {
    return this.#link.moves.filter(({ seat }) => this.#link.you.seats.includes(seat)).length;
  }

  /** The current hint. */
  readonly line = $derived.by(() => (this.#now && this.#made() < this.#now.until ? this.#now.line : null));

  /** Show this hint for a number of moves, unless it has been shown before, or another hint has appeared since the last move. */
  tell(id: string, line: Message, moves = 1): void {
    const made = this.#made();
    if ((this.line && this.#now?.from === made) || get(told).includes(id)) return;
    told.update((all) => [...all, id]);
    this.#now = { line, from: made, until: made + moves };
  }
}

/** Sitting down at a table: the name that the user gives, and why it is refused. */

import { called } from "../lib/guest";
import type { Message } from "../lib/i18n";
import { nameFault } from "../lib/names";
import type { Play } from "./play.svelte";

/** Refusals that concern the name: they appear at its field. */
export const OF_NAMES = ["error.bad_name", "error.name_signs"];

export class TakeSeat {
  /** The user's own name, and that of another player at this screen. */
  name = $state("");
  more = $state("");
  /** Why the name is refused. */
  refused = $state.raw<Message | null>(null);

  constructor(private readonly play: Play) {}

  /** Somebody at this screen sits already. */
  readonly sitting = $derived.by(() => this.play.link.table?.chairs.some(({ yours }) => yours) ?? false);
  /** It appears as soon as a name is too long; for a missing name, once one is needed. */
  readonly wrong = $derived.by(() => this.refused ?? (this.#typed ? nameFault(this.#typed) : null));

  get #typed(): string {
    return (this.sitting ? this.more : this.name).trim();
  }

  async sit(seat: number): Promise<void> {
    const [here, name] = [this.sitting, this.#typed];
    this.refused = nameFault(name);
    if (this.refused) {
      document.getElementById(here ? "lobby-more" : "lobby-name")?.focus();
      return;
    }
    const { invite } = this.play.link;
    const answer = await this.play.do({
      kind: "sit",
      seat,
      name,
      ...(here ? { here } : {}),
      ...(invite ? { invite } : {}),
    });
    if (!answer.ok) {
      if (OF_NAMES.includes(answer.reason.key)) this.refused = answer.reason;
    } else if (here) this.more = "";
    else called(name);
  }
}

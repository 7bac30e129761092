/** The move in progress and its player, shared by the sentence and the buttons. */

import { t } from "../../lib/i18n";
import { nameOf } from "../../lib/names";
import { Rests } from "../../live/cooldown.svelte";
import type { Button, TableFacts } from "../../net/wire";
import { onlyAction } from "../../scene/choices";
import type { Play } from "../play.svelte";

export class Doing {
  /** The words of the main button: the action that it does. */
  readonly verb = $derived.by(() => {
    const { play } = this;
    const { choices, doable } = play;
    if (doable[0] && !play.which) return play.words(doable[0], play.steps);
    // The only thing that the set being gathered leads to: the button names it before it is complete.
    const sole = choices && !play.which ? onlyAction(choices, play.steps) : null;
    return play.meaning(play.pointed) || (sole && play.words(sole, sole.steps)) || t("ui.do");
  });

  readonly rests = new Rests(
    () => this.#buttons,
    () => this.play.link.came,
  );

  constructor(
    private readonly its: () => Play,
    private readonly table: () => TableFacts,
    /** In a game of speed, calls have their own place. */
    private readonly hurried: () => boolean,
  ) {}

  private get play(): Play {
    return this.its();
  }

  get actor(): number {
    return this.play.choices?.seat ?? this.play.scene?.actors[0] ?? -1;
  }

  get #buttons(): Button[] {
    const { near } = this.play.big;
    return this.hurried() ? near.filter(({ loud, bluff }) => !loud && !bluff) : near;
  }

  /** The buttons of the game that stand beside the main one. */
  get asides(): Button[] {
    return this.#buttons.filter((each) => each !== this.play.big.main);
  }

  nameOf(seat: number): string {
    const { chairs } = this.table();
    const chair = chairs.find((each) => each.seat === seat);
    return chair ? nameOf(chair, chairs) : "";
  }

  /** Why a button is greyed: a move is on its way, it is another's turn, or this is missing. */
  greyed(missing: boolean, what: "lay" | "choose"): string {
    const { play } = this;
    if (play.pending) return t("ui.why.sending");
    if (!missing) return "";
    return t(play.choices ? `ui.why.${what}` : "ui.why.turn");
  }
}

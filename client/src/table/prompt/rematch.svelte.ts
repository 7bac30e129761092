/** Another game of the same people: who proposes it, and what this screen answers. */

import { go } from "../../router.svelte";
import { keep, recall } from "../remembered";
import type { Play } from "../play.svelte";
import type { Chair, TableFacts } from "../../net/wire";

export class Rematch {
  #going = $state(false);
  #saidNo = $state("");

  constructor(
    private readonly its: () => Play,
    private readonly table: () => TableFacts,
  ) {
    // Whoever proposes it is taken there; the others find the way to it where the proposal was.
    $effect(() => {
      if (this.#going && this.table().rematch) go(`/t/${this.table().rematch}`);
    });
  }

  private get play(): Play {
    return this.its();
  }

  /** This screen has said no. */
  get declined(): boolean {
    const { rematch } = this.table();
    return rematch !== null && (this.#saidNo === rematch || recall("declined", rematch) !== "");
  }

  /** Who proposes it to this screen, until it has said no. */
  get by(): Chair | undefined {
    const { play } = this;
    const { rematch, rematch_by, chairs } = this.table();
    return rematch && play.over && !this.declined && play.at === null && play.link.you.seats.length > 0
      ? chairs.find(({ seat, yours }) => seat === rematch_by && !yours)
      : undefined;
  }

  /** There is one, and this screen may come or say no. */
  get proposed(): boolean {
    return (
      this.table().rematch !== null && this.play.over && this.play.at === null && this.play.link.you.seats.length > 0
    );
  }

  async propose(): Promise<void> {
    this.#going = (await this.play.do({ kind: "rematch" })).ok;
  }

  async decline(): Promise<void> {
    const { play } = this;
    const next = this.table().rematch;
    if (!next) return;
    play.reason = null;
    const answers = await Promise.all(
      play.link.you.seats.map((seat) => play.link.command({ kind: "decline", seat }, next)),
    );
    const refused = answers.find((answer) => !answer.ok);
    if (refused && !refused.ok) play.reason = { reason: refused.reason, rules: refused.rules };
    else keep("declined", (this.#saidNo = next), "yes");
  }
}

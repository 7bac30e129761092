/** What a good bot would do: asked for, shown as a half-made move, said in words; and setting up the rest of one's pieces. */

import type { Message } from "../lib/i18n";
import type { Steps } from "../scene/choices";
import type { Play } from "./play.svelte";

const PAUSE_MS = 60;

const clicks = (steps: Steps): string => steps.map(({ click }) => click).join(" ");

interface Said {
  /** The number of moves made when it was said. */
  moves: number;
  /** The half-made move that shows it; none where it is a button. */
  steps: Steps;
  button: string;
  what: Message | string;
}

export class Advice {
  /** A bot is thinking. */
  asking = $state(false);
  /** A bot is setting up this seat's pieces; -1 for none. */
  settingUp = $state(-1);
  #said = $state.raw<Said | null>(null);
  /** Which of the times that pieces were to be set up this is: an earlier one that was stopped ends, whatever it still waits for. */
  #run = 0;

  constructor(readonly play: Play) {}

  /** May this screen ask at this table? */
  get offered(): boolean {
    const { link } = this.play;
    return link.table?.phase === "playing" && link.table.advice && link.you.seats.length > 0;
  }

  /** Why nothing can be asked now, the key of a text; null while it can. */
  get missing(): string | null {
    const { play } = this;
    if (this.asking) return "ui.why.thinking";
    if (this.settingUp >= 0 || play.choices?.setup) return "ui.why.setup";
    if (play.pending) return "ui.why.sending";
    if (!play.choices) return "ui.why.turn";
    return play.choices.seat < 0 ? "ui.why.chance" : null;
  }

  /** What was said, as long as it is seen; null for nothing. */
  get said(): Said | null {
    const { play } = this;
    const said = this.#said;
    return said && play.at === null && said.moves === play.link.moves.length && (said.button || clicks(play.steps) === clicks(said.steps)) ? said : null;
  }

  /** Ask what a good bot would do, and show it half made. */
  async ask(): Promise<void> {
    const { play } = this;
    const seat = play.choices?.seat ?? -1;
    if (!this.offered || this.missing !== null) return;
    this.asking = true;
    play.reason = null;
    try {
      const found = await play.link.advise(seat);
      if ("reason" in found) {
        play.reason = found;
        return;
      }
      await play.caughtUp(found.seq);
      const button = play.choices?.buttons.find(({ id, action }) => id === found.click && action === found.action)?.id ?? "";
      if (!button && !(await play.propose(found.action, found.click))) {
        play.reason = { reason: { key: play.bound ? "ui.prompt.bound" : "error.no_advice" }, rules: [] };
        return;
      }
      const [path] = play.doable;
      const what = button ? play.name(button) : path ? play.words(path, play.steps) : "";
      this.#said = { moves: play.link.moves.length, steps: play.steps, button, what };
    } finally {
      this.asking = false;
    }
  }

  /** Let a bot set up the rest of this seat's pieces, one after the other, until all stand. */
  async setUp(): Promise<void> {
    const { play } = this;
    const seat = play.choices?.seat ?? -1;
    if (!play.choices?.setup || this.settingUp >= 0) return;
    this.settingUp = seat;
    const run = ++this.#run;
    play.clear();
    try {
      while (this.#run === run && play.link.table?.phase === "playing") {
        const choices = play.link.scene?.choices.find((each) => each.seat === seat);
        if (choices && !choices.setup) return;
        if (!choices || play.pending || play.link.state !== "connected") {
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
          continue;
        }
        const found = await play.link.advise(seat);
        const answer = "reason" in found ? found : this.#run === run ? await play.act(seat, found.action, []) : null;
        if (this.#run === run && answer && "reason" in answer) {
          play.reason = answer;
          return;
        }
      }
    } finally {
      if (this.#run === run) this.settingUp = -1;
    }
  }

  /** Set up no more. */
  stop(): void {
    this.#run++;
    this.settingUp = -1;
  }
}

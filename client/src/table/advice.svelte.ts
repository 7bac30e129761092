/** What a good bot would do: asked for, shown as a half-made move, said in words; and setting up the rest of one's pieces. */

import type { Message } from "../lib/i18n";
import type { Advice as Found, Choices } from "../net/wire";
import { gathered, nextClicks, reachable, trail, type Steps } from "../scene/choices";
import { allOf } from "../scene/listing";
import { USUAL } from "../net/wire.generated";
import type { Play } from "./play.svelte";

const PAUSE_MS = 60;
/** Up to this many gathered things are listed in words; for more, their marks say enough. */
const LISTED = 2;
const NONE: Choices = { ...USUAL.Choices, seat: -1, nodes: [], roots: [], keys: [] };

const clicks = (steps: Steps): string => steps.map(({ click }) => click).join(" ");

interface Said {
  /** The number of moves made when it was said. */
  moves: number;
  /** The half-made move that shows it; none where it is a button. */
  steps: Steps;
  /** The player's own half-made move, which gave way to it. */
  before: Steps;
  button: string;
  what: Message | string;
  /** The places that it is about. */
  about: string[];
  /** The first thing to click, where it is shown without being half made; "" where it is half made. */
  click: string;
  /** The reason for it, if the game gives one. */
  why: Message | null;
}

export class Advice {
  /** A bot is thinking. */
  asking = $state(false);
  /** A bot is setting up this seat's pieces; -1 for none. */
  settingUp = $state(-1);
  #said = $state.raw<Said | null>(null);
  /** A count of attempts to set up pieces: an earlier attempt that was stopped ends, whatever it still waits for. */
  #run = 0;

  constructor(readonly play: Play) {}

  /** May this screen ask at this table? */
  get offered(): boolean {
    const { link } = this.play;
    return link.table?.phase === "playing" && !link.table.closed && link.table.advice && link.you.seats.length > 0;
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

  /** The advice while it is visible; null if there is none. */
  get said(): Said | null {
    const { play } = this;
    const said = this.#said;
    if (!said || play.at !== null) return null;
    if (said.click)
      return said.moves === this.#own && play.steps.length === 0 && nextClicks(play.choices ?? NONE, []).has(said.click)
        ? said
        : null;
    return said.moves === play.link.moves.length && (said.button || clicks(play.steps) === clicks(said.steps))
      ? said
      : null;
  }

  /** Put the advice away: the half-made move that gave way to it, null if there was none. */
  giveBack(): Steps | null {
    const before = this.said?.before ?? [];
    if (before.length === 0) return null;
    this.#said = null;
    return before;
  }

  /** How many moves this screen's seats have made. */
  get #own(): number {
    const { moves, you } = this.play.link;
    return moves.filter(({ seat }) => you.seats.includes(seat)).length;
  }

  /** Ask what a good bot would do, and show it half made. */
  async ask(): Promise<void> {
    const { play } = this;
    const seat = play.choices?.seat ?? -1;
    if (!this.offered || this.missing !== null) return;
    this.asking = true;
    play.reason = null;
    const before = play.glass.laying ? [] : play.steps;
    try {
      const found = await play.ask(play.link.advise(seat));
      if ("reason" in found) {
        play.reason = found;
        return;
      }
      await play.caughtUp(found.seq);
      // Advice makes no move for those who race: it shows what to click for as long as that is legal.
      if (play.manner.hurried) {
        this.#show(found);
        return;
      }
      const button =
        play.choices?.buttons.find(({ id, action }) => id === found.click && action === found.action)?.id ?? "";
      if (!button && !(await play.propose(found.action, found.click))) {
        play.reason = { reason: { key: play.bound ? "ui.prompt.bound" : "error.no_advice" }, rules: [] };
        return;
      }
      const [path] = play.doable;
      const { choices, steps } = play;
      const all = button || !choices ? [] : gathered(choices, steps);
      const doing = button ? play.name(button) : path && choices ? play.told(choices, path, steps) : "";
      const what =
        choices && all.length > 0 && all.length <= LISTED && !("all" in allOf(choices, all))
          ? { key: "ui.advice.which", args: { what: doing, which: play.listed(all) } }
          : doing;
      const about =
        button || !choices ? [] : play.where(all.length > 0 ? all : [steps[0]?.click ?? "", ...trail(choices, steps)]);
      this.#said = {
        moves: play.link.moves.length,
        steps,
        before: clicks(before) === clicks(steps) ? [] : before,
        button,
        what,
        about,
        click: "",
        why: found.why,
      };
    } finally {
      this.asking = false;
    }
  }

  /** Say what to do, and show where to click. */
  #show({ action, click, why }: Found): void {
    const { play } = this;
    const { choices } = play;
    const path =
      choices && reachable(choices, []).find((each) => each.action === action && each.steps[0]?.click === click);
    if (!choices || !path) return;
    const button = choices.buttons.some(({ id }) => id === click) ? click : "";
    this.#said = {
      moves: this.#own,
      steps: [],
      before: [],
      button,
      what: play.told(choices, path, path.steps),
      about: play.where([click]),
      click,
      why,
    };
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
        if (choices ? !choices.setup : !play.link.table.setting_up) return;
        if (!choices || play.pending || play.link.state !== "connected") {
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
          continue;
        }
        const found = await play.ask(play.link.advise(seat));
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

  /** Stop setting up. */
  stop(): void {
    this.#run++;
    this.settingUp = -1;
  }
}

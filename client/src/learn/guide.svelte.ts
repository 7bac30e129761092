/**
 * A guided first game in progress: the step, what happens after it, wrong touches. It knows no rules: each scene has only the clicks that
 * lead on, and the script says what follows.
 */

import { clock as usual, reaction, when, type Clock } from "../live/clock";
import type { Message } from "../lib/i18n";
import { Link, type Answer, type Reason } from "../net/link.svelte";
import type { Transport } from "../net/transport";
import type { Choices, Do, EventView, Scene, TableFacts } from "../net/wire";
import { accepting, laying, reachable, takeable, type Steps } from "../scene/choices";
import type { Script, Step } from "./script";

/** How long what happened stays in sight before the next thing happens, and how much longer for each place of its way, ms. */
const BEAT = 900;
const LEG = 160;
const LONGEST = 3600;

/** A hand that needs less than this is quick, ms. */
const QUICK = 1000;

/** The sentence about a hand's time: with praise if it was quick. */
export const praise = (ms: number): "ui.first_game.quick" | "ui.first_game.took" =>
  ms < QUICK ? "ui.first_game.quick" : "ui.first_game.took";

/** How long these events are looked at, ms. */
export function beat(events: readonly EventView[], own: boolean): number {
  const legs = events.reduce((all, { motions }) => all + Math.max(0, ...motions.map(({ path }) => path.length)), 0);
  return Math.min(LONGEST, (own ? BEAT : BEAT * 1.6) + LEG * legs);
}

/**
 * The next thing to click on the way to what is wanted: an id, that it is done already, or that the pattern must be turned: which way is
 * shorter, and whether it was turned away from how it is wanted.
 */
export type Hint = { kind: "click"; id: string } | { kind: "do" } | { kind: "turn"; by: 1 | -1; away: boolean } | null;

export function hint(choices: Choices | null, steps: Steps): Hint {
  if (!choices) return null;
  if (accepting(choices, steps).length > 0) return { kind: "do" };
  const path = reachable(choices, steps).find(({ action }) => action >= 0);
  if (path) return { kind: "click", id: path.steps[0]!.click };
  const now = laying(choices, steps);
  if (!now) return null;
  const count = now.turns.length;
  const here = now.turns.indexOf(now.node);
  const after = now.turns.flatMap((index, i) =>
    choices.nodes[index]!.next.length > 0 ? [(i - here + count) % count] : [],
  );
  const [right, left] = [Math.min(...after), Math.min(...after.map((n) => count - n))];
  const by = left < right ? -1 : 1;
  return { kind: "turn", by, away: here > 0 && (by < 0 || choices.nodes[now.turns[0]!]!.next.length > 0) };
}

/** The place where the pattern that is laid over the board is to lie, however it is turned now; "" while none is. */
export function aim(choices: Choices | null, steps: Steps): string {
  const now = choices ? laying(choices, steps) : null;
  const next = now?.turns.flatMap((index) => choices!.nodes[index]!.next)[0];
  return next === undefined ? "" : choices!.nodes[next]!.click;
}

/** What glows when this is the next click: everything still to be taken, if a set is gathered in any order. */
export function nextOf(choices: Choices | null, steps: Steps, click: string): string[] {
  const all = choices ? takeable(choices, steps) : [];
  return all.includes(click) ? all : [click];
}

/** The piece that these events are about: the first that a player moves, and is still there to be drawn. */
export function movedIn(events: readonly EventView[], pieces: readonly { id: string }[]): string[] {
  const moved = events.filter(({ seat }) => seat >= 0).flatMap(({ motions }) => motions.map(({ piece }) => piece));
  return moved.filter((id) => pieces.some((piece) => piece.id === id)).slice(0, 1);
}

/** A guided first game has no server. */
const NOBODY: Transport = {
  network: false,
  connect: () => {
    throw new Error("a guided first game has no server");
  },
};

/** What a table's page learns from its server; here the script says it. */
export class ScriptLink extends Link {
  /** Called when the learner has done what the step asks. */
  ondone: () => void = () => undefined;
  /** Asked why this click is not wanted. */
  ondoubt: (clicks: string[]) => Promise<Reason | null> = () => Promise.resolve(null);

  constructor(script: Script) {
    super(`learn/${script.game}`, NOBODY);
    this.state = "connected";
    this.layout = script.layout;
    this.you = { seats: [script.seat], name: "", invite: "", no_seat: null, lost: [] };
    this.table = facts(script);
  }

  /** Show this scene, to which these events led. */
  show(scene: Scene, events: readonly EventView[]): void {
    const moves = events.map((event, i) => ({ ...event, n: this.moves.length + i }));
    this.tell(moves, moves.length === 0);
    this.moves = moves.length === 0 ? [] : [...this.moves, ...moves];
    this.scene = scene;
    this.seq += 1;
    this.came = performance.now();
  }

  override command(what: Do): Promise<Answer> {
    if (what.kind === "act") this.ondone();
    return Promise.resolve({ ok: true, seq: this.seq });
  }

  override why(_seat: number, clicks: string[]): Promise<Reason | null> {
    return this.ondoubt(clicks);
  }

  override more(): Promise<null> {
    return Promise.resolve(null);
  }

  override past(): Promise<null> {
    return Promise.resolve(null);
  }
}

function facts(script: Script): TableFacts {
  const { game, seats, names, seat } = script;
  const chairs = names.map((name, i) => ({
    seat: i,
    who: i === seat ? ("person" as const) : ("bot" as const),
    name,
    level: "",
    yours: i === seat,
  }));
  return {
    id: `learn/${game}`,
    game,
    seats,
    options: {},
    first: 0,
    company: "friends",
    unrated: null,
    branch: false,
    origin: null,
    weighs: false,
    alone: false,
    own_box: false,
    differences: [],
    phase: "playing",
    host: false,
    chairs: chairs as unknown as TableFacts["chairs"],
    may_undo: [],
    may_ask: [],
    asking: null,
    rematch: null,
    rematch_by: -1,
    quits: [],
    takebacks: [],
    abandoned: null,
    closed: false,
    paused: false,
    setting_up: false,
    outcome: null,
    commitment: "",
    nonces: [],
    seed: null,
    bots: "ready",
    advice: false,
    together: false,
    next_first: -1,
    reply: null,
    patience_ms: 0,
    reminder_ms: 0,
    resigning_ms: 0,
    clock: null,
    invitation: { who: "anybody", until_ms: -1 },
    removed: [],
    chat: false,
  };
}

export class Guide {
  index = $state(0);
  /** Which of the things that follow the step is shown; -1 while it is the learner's turn. */
  frame = $state(-1);
  /** The answer to a wrong touch. */
  pardon = $state.raw<Reason | null>(null);
  /** How long the last step took that was timed, ms; null before. */
  took = $state<number | null>(null);
  /** One has kept still for as long as the step asks. */
  #kept = $state(false);
  readonly link: ScriptLink;

  /** When the task last changed by itself, on the page's own clock; -Infinity before the first time. */
  passed = -Infinity;

  #timer: ReturnType<typeof setTimeout> | null = null;
  #seen = 0;

  constructor(
    readonly script: Script,
    /** A step has begun: remember it for a later visit; its calls may be heard. */
    readonly onstep: (index: number, step: Step) => void = () => undefined,
    readonly clock: Clock = usual,
  ) {
    this.link = new ScriptLink(script);
    this.link.ondone = () => this.done();
  }

  get step(): Step {
    return this.script.steps[this.index]!;
  }

  get scene(): Scene {
    return this.step.frames[this.frame]?.scene ?? this.step.scene;
  }

  /** What happens in what is looked at. */
  get events(): readonly EventView[] {
    return this.step.frames[this.frame]?.events ?? [];
  }

  get last(): boolean {
    return this.index === this.script.steps.length - 1;
  }

  /** Something happens that the learner only looks at. */
  get looks(): boolean {
    return this.frame >= 0;
  }

  /** Nothing (more) has to be done: a button leads on. Text never goes away by itself. */
  get reads(): boolean {
    return !this.looks && this.step.scene.choices.length === 0 && (this.step.wait_ms === 0 || this.#kept);
  }

  /** The text on the screen: what has just happened, else the step's sentence. In a hurry there is no time to read the former. */
  get say(): Message {
    const events = this.script.hurried ? undefined : this.step.frames[this.frame]?.events;
    return events?.find(({ seat }) => seat >= 0)?.message ?? events?.[0]?.message ?? this.step.say;
  }

  /** Go to a step as it begins. */
  begin(index: number): void {
    this.#stop();
    this.index = Math.max(0, Math.min(index, this.script.steps.length - 1));
    this.frame = -1;
    this.pardon = null;
    this.link.show(this.step.scene, []);
    this.#enter();
  }

  /** What was wanted has been done: what follows is shown, then the next step begins. */
  done(): void {
    if (this.looks) return;
    this.pardon = null;
    this.#follow(0);
  }

  /** Go on at once, whatever is still to be looked at. */
  on(): void {
    this.#stop();
    if (this.frame + 1 < this.step.frames.length) this.#follow(this.frame + 1);
    else this.#next();
  }

  back(): void {
    this.begin(this.looks ? this.index : this.index - 1);
  }

  /** In a hurried game something was touched; whether it was of any use. */
  click(id: string, stamp: number): boolean {
    const { step } = this;
    const choices = step.scene.choices[0];
    if (this.looks) return false;
    if (choices?.roots.some((root) => choices.nodes[root]!.click === id)) {
      if (step.timed) this.took = Math.round(reaction(this.#seen, when(stamp, this.clock.now())));
      this.done();
      return true;
    }
    if (!choices && !step.tempting.includes(id)) return false;
    this.pardon = { reason: step.forgiven ?? { key: "ui.first_game.other" }, rules: step.rules };
    this.#still();
    return true;
  }

  end(): void {
    this.#stop();
  }

  #follow(frame: number): void {
    this.#stop();
    const now = this.step.frames[frame];
    if (!now) {
      this.#next();
      return;
    }
    this.frame = frame;
    this.link.show(now.scene, now.events);
    this.#wait(beat(now.events, now.events[0]?.seat === this.script.seat), () => {
      this.on();
      if (!this.looks) this.passed = performance.now();
    });
  }

  #next(): void {
    if (this.last) return;
    const follows = this.frame >= 0;
    this.index += 1;
    this.frame = -1;
    this.pardon = null;
    if (follows) {
      this.link.scene = this.step.scene;
      this.link.seq += 1;
    } else this.link.show(this.step.scene, []);
    this.#enter();
  }

  #enter(): void {
    this.#seen = this.clock.now();
    this.clock.painted((at) => (this.#seen = at));
    this.onstep(this.index, this.step);
    this.#still();
  }

  /** From now on one keeps still, if the step asks for it; then a button leads on. */
  #still(): void {
    this.#kept = false;
    if (this.step.wait_ms > 0)
      this.#wait(this.step.wait_ms, () => {
        this.#kept = true;
        this.pardon = null;
      });
  }

  #wait(ms: number, then: () => void): void {
    this.#stop();
    this.#timer = setTimeout(then, ms);
  }

  #stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

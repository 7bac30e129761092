/** Playing at a table: the half-made move, its possible continuations, refusals with their reasons, and looking back. */

import { get } from "svelte/store";
import { t, type Message } from "../lib/i18n";
import { nameOf, together } from "../lib/names";
import { confirm as confirmMoves } from "../lib/prefs";
import { WITHDRAWN, type Answer, type Link, type Reason } from "../net/link.svelte";
import type { Choices, Do, Move, Motion, Place, Scene } from "../net/wire";
import * as narrow from "../scene/choices";
import type { Steps, ClickPath } from "../scene/choices";
import { Advice } from "./advice.svelte";
import { FinalPicture } from "./finalPicture.svelte";
import { earlier, shift, type Earlier } from "./earlier";
import { PLAIN, type Manner } from "./manner";
import { Names } from "./named";
import { BigButton } from "./bigButton.svelte";
import * as bound from "./touchMove";
import { Glass } from "./overlayControls.svelte";
import { whyNotBack } from "./story";
import { USUAL } from "../net/wire.generated";

/** One of several labels: its steps, in words. */
export interface Option {
  path: ClickPath;
  label: string;
}

/** How long the note that it is another's turn stays, ms: it changes with every move. */
const NOT_YET = 4000;
/** People who take clicks back one after another do not mean the move before them: that can be taken back only after this, ms. */
const CALM = 500;
/** How long the notice “you asked a moment ago” takes the place of the prompt, ms. */
const TOO_SOON = 6000;

/** Requests to the server wait for the connection, and so do actions. */
const UNASKED: Refusal = { reason: { key: "ui.link.unasked" }, rules: [] };
const KEPT: Refusal = { reason: { key: "ui.link.kept" }, rules: [] };

const NOTHING: Choices = { ...USUAL.Choices, seat: -1, nodes: [], roots: [], keys: [] };

/** A refusal, and the places that it is about. */
export interface Refusal extends Reason {
  about?: string[];
}

export class Play {
  #made = $state.raw<{ choices: Choices | null; steps: Steps }>({ choices: null, steps: [] });
  /** The place that the mouse points at and that may be clicked next. */
  pointed = $state("");
  /** Several moves that the last tap may mean; one must be chosen. */
  which = $state.raw<ClickPath[] | null>(null);
  /** Other moves to the same place as the one being made. */
  others = $state.raw<ClickPath[]>([]);
  pending = $state(false);
  /** The chat is in sight. */
  chatting = $state(false);
  /** Somebody wants to resign, and is asked to confirm. */
  leaving = $state(false);
  reason = $state.raw<Refusal | null>(null);
  /** The seat chosen to act, where several of this screen may. */
  seat = $state(-1);
  /** The number of moves after which the table is shown; null is now. */
  at = $state<number | null>(null);
  past = $state.raw<Scene | null>(null);
  incoming = $state.raw<{ n: number; moves: Motion[][] }>({ n: 0, moves: [] });
  /** Choices fetched because they were left out of the scene. */
  more = $state.raw<{ seq: number; click: string; choices: Choices } | null>(null);
  /** The places that light up because a line that names them is pointed at. */
  lit = $state.raw<string[]>([]);
  /** What moved in that line, to be shown on the board; null where no line is pointed at. */
  ways = $state.raw<readonly Motion[] | null>(null);
  /** Whether a moment is being shown before anything else happens. */
  resting = $state(false);
  /** How the end of the game is shown: the last event, then a card that says the game is over; "" before that, and once the result is visible. */
  closing = $state<"" | "last" | "card">("");
  /** The board is on the screen: before that there is no prompt to move, and no clock. */
  drawn = $state(true);
  /** How the board stood at the end. */
  readonly picture = new FinalPicture();
  /** How the table is played; it may turn out to be a game of speed. */
  manner = $state.raw<Manner>(PLAIN);

  /** The pattern that the half-made move lays over the board. */
  readonly glass: Glass;
  /** What a good bot would do here, on request. */
  readonly advice: Advice;
  /** The button that does what is half made. */
  readonly big: BigButton;
  /** The moves of another game that led to where this one began. */
  readonly earlier: readonly Earlier[];

  #pasts = new Map<string, Scene>();
  #rest: ReturnType<typeof setTimeout> | undefined;
  #curtain: ReturnType<typeof setTimeout> | undefined;
  #stale: ReturnType<typeof setTimeout> | undefined;
  /** How many moves the last news brought. */
  #came = 0;
  #asked = 0;
  /** When a click was last taken back. */
  #emptied = -Infinity;
  /** The choices from which a move was made that is still unanswered: the table may be further on by then. */
  #sent = $state.raw<Choices | null>(null);
  /** The first click that binds, of the half-made move of this key. */
  #held = { key: "", click: "" };
  /** The question what follows the first click, until it is answered. */
  #asking: Promise<void> | null = null;
  /** Where the game stood when the note on the screen appeared: other news leaves it there. */
  #stood = "";

  constructor(
    readonly link: Link,
    manner: Manner = PLAIN,
  ) {
    this.manner = manner;
    this.glass = new Glass(this);
    this.advice = new Advice(this);
    this.big = new BigButton(this);
    this.earlier = earlier(link.id);
    link.listen({ moves: (moves, whole) => this.#happened(whole ? [] : moves), end: () => this.#end() });
  }

  /** The half-made move in the current choices: earlier clicks, as far as they are still possible. */
  get steps(): Steps {
    const { choices, steps } = this.#made;
    if (steps.length === 0 || choices === this.choices) return steps;
    return this.choices ? narrow.replay(this.choices, steps) : [];
  }

  set steps(steps: Steps) {
    this.#made = { choices: this.choices, steps };
  }

  /** The scene on the screen: now, or a moment of the past. */
  get scene(): Scene | null {
    return this.at === null ? this.link.scene : (this.past ?? this.link.scene);
  }

  /** The choices of the seat that acts on this screen; null if there is nothing to do. After a move is sent, those of that move until it is
  answered. */
  get choices(): Choices | null {
    if (this.#sent) return this.#sent;
    const scene = this.link.scene;
    if (this.at !== null || !scene || this.link.table?.phase !== "playing" || this.link.table.closed) return null;
    const own = scene.choices.find((choices) => choices.seat === this.seat) ?? scene.choices[0] ?? null;
    if (this.more && this.more.seq === this.link.seq && own?.seat === this.more.choices.seat) return this.more.choices;
    return own;
  }

  /** Why there is nothing to choose now, the key of a text. */
  get idle(): string {
    const { table, you } = this.link;
    if (this.at !== null) return "ui.choices.past";
    if (table?.closed) return "error.table_closed";
    if (table?.phase === "over") return "ui.choices.over";
    return you.seats.length > 0 ? "ui.choices.none" : "ui.choices.watching";
  }

  /** The actions that confirming would do now. */
  get doable(): ClickPath[] {
    return this.choices && !this.pending ? narrow.accepting(this.choices, this.steps) : [];
  }

  /** What a path does, in words. */
  words(path: ClickPath, steps: Steps = path.steps): string {
    const { choices } = this;
    return choices ? t(this.told(choices, path, steps.length > 0 ? steps : this.steps)) : "";
  }

  /** What a path of these choices does, after these clicks. */
  told(choices: Choices, path: ClickPath, steps: Steps): Message {
    return narrow.wording(choices, steps, path.node, (id) => this.name(id, choices));
  }

  /** How texts call the places on the table. */
  readonly names = $derived.by(() => new Names(this.#places));

  get #places(): Place[] {
    const { layout, scene } = this.link;
    return [
      ...(layout?.places ?? []),
      ...(scene?.places ?? []),
      ...(scene?.panels.flatMap((panel) => panel.places) ?? []),
    ];
  }

  /** The number of a turn of this game in lists: it continues from the game that this one began in. */
  numbered(turn: number): number {
    return turn > 0 ? turn + shift(this.earlier, this.link.moves) : turn;
  }

  /** The places of these things: themselves, or where a piece lies. */
  where(ids: readonly string[]): string[] {
    const places = new Set(this.#places.map(({ id }) => id));
    const found = ids.map((id) =>
      places.has(id) ? id : (this.link.scene?.pieces.find((piece) => piece.id === id)?.place ?? ""),
    );
    return [...new Set(found.filter((id) => id !== ""))];
  }

  /** What clicking this next would do, in words; "" where more clicks are needed. */
  meaning(id: string): string {
    const { choices, steps } = this;
    if (!choices || !id) return "";
    const done = narrow.tap(choices, steps, [id]);
    if (done.kind !== "go" || (steps.length === 0 && !narrow.finished(choices, done.steps))) return "";
    const [path, second] = narrow.accepting(choices, done.steps);
    return path && !second ? this.words(path, done.steps) : "";
  }

  /** What is expected after the clicks made, where the game has words of its own for it. */
  get hint(): Message | null {
    return this.choices ? narrow.hinting(this.choices, this.steps, (id) => this.name(id)) : null;
  }

  /** The label of a place, a piece or a button. */
  name(id: string, choices = this.choices): Message | string {
    const place = this.#places.find((p) => p.id === id);
    if (place) return place.label;
    const piece = this.link.scene?.pieces.find((p) => p.id === id);
    if (piece) return piece.label;
    return choices?.buttons.find((button) => button.id === id)?.label ?? id;
  }

  /** Several of these, as a list in words: `die 2: the green one (2), die 4: joker`. */
  listed(ids: readonly string[]): string {
    const said = (label: Message | string): string => (typeof label === "string" ? label : t(label));
    return ids.map((id) => said(this.name(id))).join(", ");
  }

  /** The first click that the half-made move is bound to, "" where it may still be let go. */
  get bound(): string {
    const { choices, link } = this;
    if (!choices) return "";
    const key = bound.boundKey(link.id, choices.seat, link.moves.length);
    if (this.#held.key !== key) this.#held = { key, click: bound.recall(key) };
    return this.#held.click;
  }

  #bind(choices: Choices, steps: Steps): void {
    if (this.bound || !narrow.binding(choices, steps)) return;
    this.#held = { ...this.#held, click: steps[0]!.click };
    bound.keep(this.#held.key, this.#held.click);
  }

  #unbind(key: string): void {
    bound.drop(key);
    if (this.#held.key === key) this.#held = { key, click: "" };
  }

  /** Nothing clicked; or the first click alone, where it binds. */
  #begun(): Steps {
    const { choices, bound: click } = this;
    if (!choices || !click) return [];
    const steps = narrow.replay(choices, [{ click, nodes: [] }]);
    if (steps.length > 0 && choices.more && this.more?.click !== click) this.#more(choices, click);
    return steps;
  }

  #stay(place: string): void {
    if (place) this.manner.refused(place);
    this.#asked++;
    this.reason = { reason: { key: "ui.prompt.bound" }, rules: [] };
  }

  /** A tap on a place (the pieces on it first) or on a button. */
  tap(ids: string[], place: string): void {
    const choices = this.choices;
    if (this.pending) {
      if (this.manner.hurried && choices && ids.includes(this.steps[0]?.click ?? "")) this.link.withdraw(choices.seat); // there is no arrow for it
      return;
    }
    if (this.at !== null) {
      const n = this.numbered(this.link.moves[this.at - 1]?.turn ?? 0);
      this.reason = { reason: { key: n > 0 ? "ui.past.tapped" : "ui.past.tapped.begin", args: { n } }, rules: [] };
      return;
    }
    if (!choices) {
      this.#why(this.link.you.seats[0] ?? -1, ids.slice(0, 1), place);
      return;
    }
    const [first] = this.steps;
    if (first && this.asking && !ids.includes(first.click)) {
      const { seq } = this.link;
      // It follows the earlier clicks, if they still hold.
      void this.known().then(() => {
        if (this.link.seq === seq && this.steps[0]?.click === first.click) this.tap(ids, place);
      });
      return;
    }
    this.reason = null;
    this.which = null;
    if (this.glass.laying && ids.includes(this.steps[0]?.click ?? "")) {
      this.glass.turn(1);
      return;
    }
    this.glass.want(place);
    const steps = this.steps.at(-1)?.click === place ? this.steps : narrow.lifted(choices, this.steps);
    const done = narrow.tap(choices, steps, ids);
    if (steps !== this.steps && done.kind === "no") this.steps = steps;
    if (this.bound && done.kind === "go" && done.steps[0]?.click !== this.bound) this.#stay(place);
    else if (this.bound && done.kind === "release" && this.steps.length === 1) this.#stay(place);
    else if (done.kind === "go") this.#go(choices, done.steps, done.others);
    else if (done.kind === "which") [this.which, this.others] = [done.paths, []];
    else if (done.kind === "release") this.clear();
    else if (done.kind === "confirm") this.confirm();
    else this.#why(choices.seat, [...steps.map((step) => step.click), this.#telling(ids)], place);
  }

  /** The tapped thing that a refusal is about: the place if a piece has been chosen, else the piece on top. */
  #telling(ids: string[]): string {
    return (this.steps.length > 0 ? ids.at(-1) : ids[0]) ?? "";
  }

  #go(choices: Choices, steps: Steps, others: ClickPath[]): void {
    steps = narrow.carried(choices, narrow.laid(choices, steps));
    this.steps = steps;
    this.others = others;
    this.#bind(choices, steps);
    this.manner.moved();
    const first = steps[0]?.click ?? "";
    if (choices.more && first !== this.more?.click && !choices.buttons.some((button) => button.id === first)) {
      this.#more(choices, first);
      return;
    }
    // The result of a player's own die is sent at once: it can be taken back.
    if ((get(confirmMoves) && choices.seat >= 0 && !this.manner.atOnce(choices, steps)) || others.length > 0) return;
    if (narrow.finished(choices, steps) && narrow.accepting(choices, steps).length === 1) this.confirm();
  }

  /** Begin again with this piece, whatever is half made. */
  begin(id: string): void {
    if (this.pending) return;
    this.clear();
    this.reason = null;
    if (this.steps[0]?.click !== id) this.tap([id], id);
  }

  /** Choose one of several moves. */
  choose(path: ClickPath): void {
    const choices = this.choices;
    if (!choices || this.pending) return;
    this.which = null;
    this.reason = null;
    if (this.bound && path.steps[0]?.click !== this.bound) {
      this.#stay("");
      return;
    }
    this.#go(choices, path.steps, []);
  }

  /** Half make this action, which begins with this click, for the person to confirm; returns whether it can be shown. */
  async propose(action: number, click: string): Promise<boolean> {
    if (this.bound && this.bound !== click) return false;
    this.clear();
    const { choices } = this;
    if (!choices) return false;
    if (choices.more && this.more?.click !== click) {
      this.steps = narrow.next(choices, [], click);
      await this.#fetch(choices, click, []);
    }
    const path = this.choices && narrow.reachable(this.choices, []).find((each) => each.action === action);
    if (!path) return false;
    this.steps = path.steps;
    this.manner.moved();
    return true;
  }

  /** Do the half-made move. */
  confirm(): void {
    const choices = this.choices;
    const [path, second] = this.doable;
    if (!choices || !path || this.pending) return;
    if (second) {
      this.which = this.doable.map((each) => ({ ...each, steps: this.steps }));
      return;
    }
    void this.act(choices.seat, path.action, this.steps);
  }

  /** Send an action; the half-made move stays on the board until the server has answered. */
  async act(seat: number, action: number, steps: Steps): Promise<Answer> {
    this.steps = steps;
    this.reason = null;
    this.which = null;
    this.others = [];
    const path = steps.map((step) => step.click).filter((id) => this.#isPlace(id));
    [this.pending, this.#sent] = [true, this.choices];
    const { moves } = this.link;
    const node = steps.at(-1)?.nodes.find((index) => this.choices?.nodes[index]?.action === action) ?? -1;
    const answer = await this.manner.send(this.link, this.choices ?? NOTHING, { seat, action, node }, path);
    if (answer.ok) {
      this.#unbind(bound.boundKey(this.link.id, seat, moves.length));
      await this.caughtUp(answer.seq);
    }
    [this.pending, this.#sent] = [false, null];
    this.#wentOn();
    if (answer !== WITHDRAWN || this.manner.hurried) this.clear();
    this.#refused(answer, path);
    this.manner.answered();
    return answer;
  }

  /** Anything else than a move. */
  async do(what: Do): Promise<Answer> {
    const done = this.link.command(what);
    if (this.link.state === "reconnecting") this.reason = KEPT;
    const answer = await done;
    if (answer.ok) this.reason = null; // earlier refusals no longer apply
    this.#refused(answer);
    return answer;
  }

  /** The person at this screen has another name, at this table too. */
  async rename(name: string): Promise<void> {
    if (this.link.table?.phase === "over") return;
    for (const { seat, yours, here } of this.link.table?.chairs ?? [])
      if (yours && !here) await this.do({ kind: "rename", seat, name });
  }

  #refused(answer: Answer, about: string[] = []): void {
    if (answer.ok || this.manner.hushes(answer.reason)) return;
    this.#tell({ reason: answer.reason, rules: answer.rules, about });
  }

  /** Show why something was refused, as long as that is true. */
  #tell(said: Refusal): void {
    const { key, args } = said.reason;
    const early = key === "error.not_your_turn";
    if (early) said = { ...said, reason: this.#notYet() };
    this.reason = said;
    clearTimeout(this.#stale);
    const { n } = args ?? {};
    const ms = early ? NOT_YET : key.endsWith("_again") && typeof n === "number" ? Math.min(1000 * n, TOO_SOON) : 0;
    if (ms > 0) this.#stale = setTimeout(() => this.reason === said && (this.reason = null), ms);
  }

  /** It is not this screen's turn: say whose it is. */
  #notYet(): Message {
    const { table, scene } = this.link;
    const who = (table?.chairs ?? [])
      .filter(({ seat, yours }) => !yours && scene?.actors.includes(seat))
      .map((chair) => nameOf(chair, table!.chairs));
    return who.length > 0 ? { key: "ui.not_yet", args: { who: together(who), n: who.length } } : { key: "ui.why.turn" };
  }

  #isPlace(id: string): boolean {
    return this.#places.some((p) => p.id === id);
  }

  async caughtUp(seq: number): Promise<void> {
    for (let i = 0; i < 60 && this.link.seq < seq; i++) await new Promise((resolve) => setTimeout(resolve, 25));
  }

  /** A move is half made, and was not sent. */
  get making(): boolean {
    return this.steps.length > 0 && !this.pending;
  }

  /** Whether something of a move is half made. */
  get #begins(): boolean {
    return this.steps.length > 0 || this.which !== null;
  }

  /** The seat on this screen that may take back its last move, alone or by asking the others; of several, the one that moved last; -1 for a die. */
  get #undoable(): number | undefined {
    const { table, moves } = this.link;
    if (table?.phase !== "playing") return undefined;
    const latest = (seats: number[]): number | undefined =>
      moves.findLast((move) => seats.includes(move.seat))?.seat ?? seats[0];
    return latest(table.may_undo) ?? latest(table.may_ask);
  }

  /** What “take back” does now, for all its buttons: a click of the half-made move, else the last move; and why it can do nothing ("" if it
  can). Both are keys of texts. */
  get backward(): { says: string; stuck: string } {
    const { link, pending } = this;
    if (this.#kept !== undefined) return { says: "ui.back", stuck: "" };
    const says = this.#begins ? "ui.back" : "ui.undo";
    if (pending || link.waiting > 0) return { says, stuck: "ui.why.sending" };
    if (this.#begins) return { says, stuck: "" };
    if (link.table?.asking) return { says, stuck: "ui.why.asked" };
    return { says, stuck: this.#undoable === undefined ? whyNotBack(link.moves, link.you.seats) : "" };
  }

  /** Take back one click of the half-made move, or the last move if there is none. */
  stepBack(): void {
    const seat = this.#undoable;
    if (this.#begins || this.#kept !== undefined) {
      this.back();
      this.#emptied = performance.now();
    } else if (this.backward.stuck === "" && seat !== undefined && performance.now() - this.#emptied > CALM)
      void this.do({ kind: "undo", seat });
  }

  /** An action of this screen waits for the connection. */
  get waits(): boolean {
    return this.link.state !== "connected" && (this.pending || (this.manner.hurried && this.link.kept.size > 0));
  }

  /** The seat whose action or takeback waits for the connection; at a shared screen in a game of speed, only the one playing on the board. */
  get #kept(): number | undefined {
    const { kept } = this.link;
    const seat = this.choices?.seat;
    return seat !== undefined && kept.has(seat) ? seat : this.manner.hurried ? undefined : [...kept][0];
  }

  /** A request to the server, which answers once the connection is back. */
  ask<T>(asked: Promise<T>): Promise<T> {
    if (this.link.state !== "reconnecting") return asked;
    this.reason = UNASKED;
    return asked.finally(() => this.reason === UNASKED && (this.reason = null));
  }

  /** Take back an action that waits for the connection, else one click of the half-made move. */
  back(): void {
    const kept = this.#kept;
    if ((kept !== undefined && this.link.withdraw(kept)) || this.pending) return;
    this.glass.forget();
    this.reason = null;
    this.others = [];
    const before = this.advice.giveBack();
    if (before) this.steps = before;
    else if (this.which) this.which = null;
    else if (this.bound && this.steps.length === 1) this.#stay("");
    else if (this.glass.laying?.at === this.steps.length - 1)
      this.steps = this.steps.slice(0, Math.max(0, this.glass.laying.at - 1));
    else this.steps = narrow.back(this.steps);
  }

  /** Put the piece back where it was; where it binds, it stays chosen. */
  clear(): void {
    this.glass.forget();
    this.steps = this.#begun();
    this.which = null;
    this.others = [];
  }

  /** Play for this seat, of several on this screen. */
  as(seat: number): void {
    this.seat = seat;
    this.reason = null;
    this.clear();
  }

  /** Resolves once it is known what may follow the clicks made. */
  async known(): Promise<void> {
    while (this.#asking) await this.#asking;
  }

  /** Whether the server still has to say so. */
  get asking(): boolean {
    return this.#asking !== null;
  }

  /** Fetch what follows a first click if the scene was too large to contain it; `made` are the clicks after it. */
  #more(choices: Choices, click: string, made: Steps = []): void {
    const asking = this.#fetch(choices, click, made).finally(() => {
      if (this.#asking === asking) this.#asking = null;
    });
    this.#asking = asking;
  }

  async #fetch(choices: Choices, click: string, made: Steps): Promise<void> {
    const { seq } = this.link;
    const found = await this.ask(this.link.more(choices.seat, click));
    if (!found || this.link.seq !== seq || this.steps[0]?.click !== click) return; // if the game has moved on, it was asked again
    this.more = { seq, click, choices: narrow.fill(choices, click, found) };
    this.steps = narrow.laid(
      this.more.choices,
      narrow.replay(this.more.choices, made.length > this.steps.length ? made : this.steps),
    );
  }

  #why(seat: number, clicks: string[], place: string): void {
    this.manner.refused(place);
    if (seat < 0 || this.link.table?.phase !== "playing" || !this.link.scene) return;
    const turn = ++this.#asked;
    void this.ask(this.link.why(seat, clicks)).then((found) => {
      if (turn !== this.#asked) return;
      if (found && !this.manner.hushes(found.reason))
        this.#tell({ ...found, about: this.where(place ? [...clicks.slice(0, -1), place] : clicks) });
      else this.reason = null;
    });
  }

  /** Did this one begin at a moment of another game ("what if?")? */
  get isBranch(): boolean {
    return this.link.table?.branch ?? false;
  }

  /** The game is over, and its result may be seen. */
  get over(): boolean {
    return this.link.table?.phase === "over" && this.closing === "";
  }

  /** The game is over: the last event is shown for a moment, then a card says so. */
  #end(): void {
    const { last, card } = this.manner.finale();
    if (this.at !== null || card === 0) return;
    if (this.link.table) void this.picture.load(this.link.table, this.link.moves);
    if (this.#came === 0) this.#close("card", card);
    else this.#close("last", this.resting ? Math.max(last, this.manner.beat()) : last);
  }

  #close(stage: "" | "last" | "card", ms = 0): void {
    clearTimeout(this.#curtain);
    this.closing = stage;
    if (stage !== "") this.#curtain = setTimeout(() => this.#further(), ms);
  }

  #further(): void {
    if (this.closing === "last") this.#close("card", this.manner.finale().card);
    else this.#close("");
  }

  /** The page is left: stop everything. */
  close(): void {
    clearTimeout(this.#rest);
    clearTimeout(this.#curtain);
    clearTimeout(this.#stale);
    this.resting = false;
    this.advice.stop();
  }

  /** The card at the end was reopened: it stays until it is closed. */
  reopened = $state(false);
  reopen(): void {
    clearTimeout(this.#curtain);
    if (this.link.table) void this.picture.load(this.link.table, this.link.moves);
    [this.reopened, this.closing] = [true, "card"];
  }

  /** Enough of it: continue with what happened meanwhile. */
  skip(): void {
    if (this.closing) this.#further();
    if (!this.resting) return;
    clearTimeout(this.#rest);
    this.resting = false;
    this.link.wake();
  }

  /** Show what happened for a moment; longer if it is several things. */
  #pause(moves: readonly Move[]): void {
    // Pieces that leave the board are shown for longer: afterwards they are gone.
    const many = moves.reduce((n, { moment }) => n + (moment ? 1 : 0) + (moment && moment.gone.length > 0 ? 1 : 0), 0);
    const beat = many > 0 && this.at === null ? this.manner.beat() : 0;
    if (beat === 0) return;
    clearTimeout(this.#rest);
    this.resting = true;
    this.link.rest();
    this.#rest = setTimeout(() => this.skip(), beat * (1 + 0.5 * (Math.min(many, 3) - 1)));
  }

  #happened(moves: Move[]): void {
    this.incoming = { n: this.incoming.n + 1, moves: moves.map((move) => move.motions) };
    this.#came = moves.length;
    this.#pause(moves);
    this.more = null;
    if (moves.length > 0) {
      this.lit = [];
      this.#pasts.clear();
      this.manner.moved();
    }
    if (!this.pending) queueMicrotask(() => this.#keepSteps());
  }

  /** A half-made move stays if it is still possible; messages stay until the game moves on. */
  #keepSteps(): void {
    const known = this.#stood !== "";
    if (this.#wentOn()) {
      this.reason = null;
      if (known) this.#unbind(this.#held.key);
    }
    const { choices } = this;
    const made = this.#made.steps;
    this.which = null;
    this.others = [];
    this.steps = choices ? narrow.replay(choices, made) : [];
    if (choices?.more && this.steps.length === 0) this.steps = narrow.replay(choices, made.slice(0, 1)); // the rest is asked for again
    const [first] = this.steps;
    if (!first) this.steps = this.#begun();
    else if (choices) {
      this.#bind(choices, this.steps);
      if (
        choices.more &&
        this.more?.click !== first.click &&
        !choices.buttons.some((button) => button.id === first.click)
      )
        this.#more(choices, first.click, made);
    }
  }

  /** Whether the game has moved since the last call. */
  #wentOn(): boolean {
    const { table, moves } = this.link;
    const stands = `${table?.phase}/${moves.length}/${moves.at(-1)?.text}`;
    const other = stands !== this.#stood;
    this.#stood = stands;
    return other;
  }

  /** Show the table as it was after `move` moves; all of them means now. */
  async look(move: number): Promise<void> {
    this.#close("");
    this.skip();
    const all = this.link.moves.length;
    if (move >= all) {
      this.now();
      return;
    }
    this.clear();
    this.steps = [];
    this.reason = null;
    this.at = Math.max(0, move);
    const wanted = this.at;
    const key = `${this.link.seq}/${wanted}`;
    const scene = this.#pasts.get(key) ?? (await this.ask(this.link.past(wanted)));
    if (scene) this.#pasts.set(key, scene);
    if (this.at !== wanted || !scene) return;
    this.incoming = { n: this.incoming.n + 1, moves: [] };
    this.past = scene;
  }

  now(): void {
    if (this.at === null) return;
    this.incoming = { n: this.incoming.n + 1, moves: [] };
    this.at = null;
    this.past = null;
    this.reason = null;
    this.clear();
  }
}

/** Looking at a game again: which moment is on the screen, how it was reached, and what plays by itself. */

import type { Analysis } from "../lib/analysis";
import { known, t, type Message } from "../lib/i18n";
import type { Candidate, Game, Source } from "../lib/replay";
import type { EventView, Moment, Motion, Move, Photo, Scene } from "../net/wire";
import { lastSeen, lineAt, lines, opening, settled, stepped, where } from "../table/story";
import { draws } from "../scene/ways";
import { Scenes } from "./scenes";
import { shownMotions, stops } from "./steps";

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** How long a move is shown when the game plays by itself, ms. Chance and preparing steps take less: a turn of several steps takes less
than three seconds. */
const MOVE_MS = 1600;
const BEFORE_MS = 600;
const CHANCE = -1;
/** Of a game with fewer turns than this its chances say nothing. */
const LEAST_TURNS = 4;

/** A decision on the board: what moves from place to place, or else the places where it happens. */
export interface Drawing {
  ways: readonly Motion[];
  rings: readonly string[];
}
/** A better move than the one played, and why, if that is known. */
export interface Better {
  best: Candidate;
  played: Candidate;
  why: Message | null;
}
const NOTHING: Drawing = { ways: [], rings: [] };

export class Replay {
  /** The number of moves before the moment on the screen. */
  at = $state(0);
  isPlaying = $state(false);
  speed = $state<number>(1);
  incoming = $state.raw<{ n: number; moves: Motion[][] }>({ n: 0, moves: [] });
  /** An action that could have been played here, shown on the board. */
  imagined = $state.raw<EventView | null>(null);
  /** What was done next, shown on the board before it happens, beside what would have been better, if anything; null where it is not shown. */
  compared = $state.raw<{
    from: number;
    until: number;
    drawing: Drawing;
    seat: number;
    played: Message;
    better: Better | null;
  } | null>(null);
  /** Its number; -1 where none is shown. */
  imaginedAction = $state(-1);
  /** The places that a line of the list names, while it is pointed at. */
  lit = $state.raw<readonly string[]>([]);
  /** What moved in that line, to be shown on the board; null where no line is pointed at. */
  ways = $state.raw<readonly Motion[] | null>(null);
  /** The moment to look at in the step that led here; null if there is none. */
  news = $state.raw<Moment | null>(null);
  /** Called when another moment is looked at. */
  onmoment: () => void = () => undefined;

  #scenes: Scenes;
  #stops: readonly number[];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: Game,
    readonly source: Source,
    /** What was found about this game before, where a file says so. */
    readonly analysis: Analysis | null = null,
  ) {
    this.#scenes = new Scenes(game.scene, game.changes);
    this.#stops = stops(game.moves);
    this.at = this.start;
  }

  get moves(): readonly Move[] {
    return this.game.moves;
  }

  /** Where a replay begins: at the first decision, after the setup by chance; without any decision, at the setup. */
  get start(): number {
    return this.moves.every(({ seat }) => seat === CHANCE) ? this.end : opening(this.moves);
  }

  /** The move that led to this moment; null at the start. */
  get latest(): Move | null {
    return this.moves[this.at - 1] ?? null;
  }

  get end(): number {
    return this.moves.length;
  }

  /** Is the last moment of a game that is over on the screen? */
  get isOver(): boolean {
    return this.at === this.end && this.game.table.phase === "over";
  }

  /** The scene of this moment, with the trace of the last action, or of a possible next one. */
  get scene(): Scene {
    const scene = this.#scenes.at(this.at);
    // Where all hands lie open, what a seat had seen of the others' is not shown beside its own.
    const large = new Set(scene.panels.filter(({ small }) => !small).map(({ seat }) => seat));
    const panels = scene.panels.filter(({ small, seat }) => !small || seat < 0 || !large.has(seat));
    // What it does is drawn over the pieces.
    const imagined = this.imagined && { ...this.imagined, trace: [] };
    return {
      ...scene,
      panels,
      last: imagined ?? (this.compared ? null : (lastSeen(this.moves, this.at) ?? scene.last)),
    };
  }

  /** How an action that could have been played here is drawn. */
  get better(): Drawing {
    return this.imagined ? this.#drawing([this.imagined]) : NOTHING;
  }

  /** How the next move is drawn, if it is shown. */
  get played(): Drawing {
    return this.compared?.drawing ?? NOTHING;
  }

  /** Pieces from beside the board move nowhere on it, nor do thrown dice: if nothing moves, rings mark places, preferably on the board. */
  #drawing(moves: readonly Pick<EventView, "trace" | "motions" | "moment">[]): Drawing {
    const motions = moves.flatMap((move) => move.motions);
    const board = new Set([...this.game.layout.places, ...this.#scenes.at(this.at).places].map(({ id }) => id));
    if (draws(motions, board)) return { ways: motions, rings: [] };
    const places = where({ moves: moves.map((move) => ({ ...move, n: 0 }) as Move & { n: number }) });
    const there = places.filter((id) => board.has(id));
    const lay = motions.flatMap(({ path }) => path.slice(0, 1));
    return { ways: [], rings: there.length > 0 ? there : lay.length > 0 ? [...new Set(lay)] : places };
  }

  /** The next move that a player decided, as the number of moves before it; in a game that was given up, also the one that was due; null if
  there is none. */
  get decision(): number | null {
    const found = this.moves.findIndex((move, i) => i >= this.at && move.seat >= 0);
    return found >= 0 ? found : this.game.due >= 0 ? this.end : null;
  }

  /** The seat that decided it; -1 if there is none. */
  get decider(): number {
    const at = this.decision;
    return at === null ? -1 : (this.moves[at]?.seat ?? this.game.due);
  }

  /** The seat to take at a table that begins here: the one that decides next if a bot would only repeat its move, or if that move is being
  looked at; else my own. */
  get seatToTake(): number {
    const { chairs } = this.game.table;
    const next = chairs.find(({ seat }) => seat === this.decider);
    const own = chairs.find(({ yours }) => yours);
    return (next && (next.who === "bot" || this.compared) ? next : (own ?? next))?.seat ?? 0;
  }

  /** Is the last moment of a game that was given up or called off on the screen? Its rules would let it go on. */
  get isLeft(): boolean {
    return this.isOver && this.game.due >= 0;
  }

  /** Is it over after so few turns that there is nothing to analyse? */
  get isShort(): boolean {
    return this.game.table.phase === "over" && this.turns < LEAST_TURNS;
  }

  /** Was the game given up or called off? */
  get isStopped(): boolean {
    return this.end > 0 && ["resigned", "called_off"].includes(this.game.table.outcome?.ending ?? "");
  }

  /** Look at the moment after this many moves. A few moves ahead are animated. */
  go(move: number): void {
    const to = Math.max(this.start, Math.min(this.end, Math.round(move)));
    if (to === this.at || Number.isNaN(to)) return;
    const passed = this.moves.slice(this.at, to);
    // A step forward tells everything that it passes within its turn; any other jump tells only the last thing.
    const line = lineAt(lines(this.moves), to);
    const from = line && this.at < to ? Math.max(this.at, line.from - 1) : to - 1;
    this.news = this.moves.slice(Math.max(0, from), to).findLast(({ moment }) => moment)?.moment ?? null;
    [this.lit, this.ways] = [[], null];
    this.incoming = { n: this.incoming.n + 1, moves: shownMotions(passed) };
    this.forget();
    this.at = to;
    this.onmoment();
  }

  /** Show an action that could have been played here; null ends that. An action that moves nothing, such as rolling dice again, is marked
  where its things lie. */
  imagine(what: Pick<Candidate, "action" | "view"> | null): void {
    this.imaginedAction = what?.action ?? -1;
    this.imagined = what && {
      ...what.view,
      trace: what.view.trace.length > 0 ? what.view.trace : where({ moves: [{ ...what.view, n: 0 }] }),
    };
  }

  /** Show what the moves from `from` to `until` did; where something would have been better, that beside the first decision alone. */
  compare(from: number, until: number, played: Message | null, better: Better | null): void {
    this.imagine(better?.best ?? null);
    const following = this.moves.findIndex(({ seat }, i) => i > from && seat >= 0);
    const moves = this.moves.slice(from, better && following >= 0 ? Math.min(until, following) : until);
    this.compared = played && {
      from,
      until,
      drawing: this.#drawing(moves),
      seat: moves.find(({ seat }) => seat >= 0)?.seat ?? -1,
      played,
      better,
    };
  }

  /** Of the moves from `from` to `until` the first decision that did something, as the number of moves before it: dice thrown again prepare that. */
  deed(from: number, until: number): number {
    const found = this.moves.findIndex(({ seat, prepares }, i) => i >= from && i < until && seat >= 0 && !prepares);
    return found >= 0 ? found : from;
  }

  /** What speaks for an action of a seat. The game words it as if to the player; for other viewers it is reworded. */
  reason(why: Message | null | undefined, seat: number): string {
    if (!why) return "";
    const own = this.game.table.chairs.filter(({ yours }) => yours);
    const theirs = `${why.key}.theirs`;
    return t((own.length !== 1 || own[0]!.seat !== seat) && known(theirs) ? { ...why, key: theirs } : why);
  }

  /** The action shown on the board as better than the one played; null if none is. */
  get shownBetter(): Candidate | null {
    const best = this.compared?.better?.best;
    return best && best.action === this.imaginedAction ? best : null;
  }

  /** Show only the compared action from now on: another one tried beside it gives way to the better one. */
  leave(): void {
    if (!this.compared) this.forget();
    else if (this.imagined) this.imagine(this.compared.better?.best ?? null);
  }

  /** Nothing is shown any longer of what might be done here. */
  forget(): void {
    this.imagine(null);
    this.compared = null;
  }

  /** Do turns have several steps? Then there are buttons for steps and for turns. */
  get hasSteps(): boolean {
    const ends = new Set(lines(this.moves).map(({ to }) => to));
    return this.#stops.some((stop) => stop > this.start && stop < this.end && !ends.has(stop));
  }

  /** Go to the start or to the end. */
  edge(by: 1 | -1): void {
    this.pause();
    this.go(by > 0 ? this.end : this.start);
  }

  /** Go one decision on or back, with what chance did because of it; what chance does for the next turn is a step of its own. */
  step(by: 1 | -1): void {
    this.pause();
    this.go(this.#next(by));
  }

  #next(by: 1 | -1): number {
    return by > 0
      ? (this.#stops.find((stop) => stop > this.at) ?? this.end)
      : (this.#stops.findLast((stop) => stop < this.at) ?? this.start);
  }

  /** Whether all played at the same time, against the clock: its rounds are few and long, so its moves are counted. */
  get isRaced(): boolean {
    return this.game.no_chances?.key === "error.replay.clock";
  }

  /** The photo finish of the race that led here, from its first hand until the next race or turn; null if nobody raced. */
  get photo(): Photo | null {
    const found = this.game.photos.findLast(({ begun, done }) => begun < this.at || done === this.at);
    return found && this.turnAt(this.at) === this.turnAt(found.done) ? found.photo : null;
  }

  /** The turn that is shown, from 1; 0 at the start. */
  get turnNow(): number {
    return this.at <= this.start ? 0 : this.turnAt(this.at);
  }

  /** The position in the game: 0 at the start, then the turn, numbered as in the list and the curve; the piece while pieces are set up
  before the first turn; the move if everybody plays at the same time. */
  get counted(): { key: string; args: { n: number; of: number } } {
    if (this.isRaced) return { key: "ui.past.move", args: { n: this.at - this.start, of: this.end - this.start } };
    if (this.at > this.start && this.turnNow === 0)
      return {
        key: "ui.past.setup",
        args: { n: this.at - this.start, of: this.moves.filter(({ seat, turn }) => seat >= 0 && turn === 0).length },
      };
    return { key: "ui.past.at", args: { n: this.turnNow, of: this.turns } };
  }

  /** The same in figures; 0 while pieces are set up. */
  get figures(): string {
    const { key, args } = this.counted;
    return key === "ui.past.setup" ? `0/${this.turns}` : `${args.n}/${args.of}`;
  }

  /** The turn in which the first `move` moves end; 0 before the first. */
  turnAt(move: number): number {
    return this.moves[move - 1]?.turn ?? 0;
  }

  /** The turn to which the move after the first `move` moves belongs, as the list of moves counts it. */
  turnOf(move: number): number {
    return (this.moves[move] ?? this.moves.at(-1))?.turn ?? 0;
  }

  /** A moment without what chance did already for the turn that comes next: where the turn before ends. */
  settled(move: number): number {
    return settled(this.moves, move);
  }

  /** How many turns the game has. */
  get turns(): number {
    return this.moves.at(-1)?.turn ?? 0;
  }

  /** Go one turn on or back. */
  turn(by: 1 | -1): void {
    this.pause();
    this.go(stepped(lines(this.moves), this.at, by));
  }

  /** Play by itself from here, or from the first decision where this is the end. */
  play(): void {
    if (this.end === 0) return;
    if (this.at === this.end) this.go(this.start);
    this.isPlaying = true;
    this.#wait();
  }

  pause(): void {
    clearTimeout(this.#timer);
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.onmoment();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const shown = this.moves.slice(this.#next(-1), this.at);
    const ms =
      (shown.length > 0 && shown.every(({ seat, prepares }) => seat < 0 || prepares) ? BEFORE_MS : MOVE_MS) /
      this.speed;
    this.#timer = setTimeout(() => {
      this.go(this.#next(1));
      if (this.at === this.end) this.pause();
      else if (this.isPlaying) this.#wait();
    }, ms);
  }
}

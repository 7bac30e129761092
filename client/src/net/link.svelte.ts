/**
 * What a table's page and its server know of each other, honest about whether they are connected. Commands are numbered by an id of
 * ours and sent again, unchanged, after a break, until the server has answered them; the server applies each once.
 */

import { laidOut } from "../scene/art";
import { Told } from "./changes";
import { complete } from "./defaults";
import { Line } from "./line";
import { lineTo } from "./lineTo";
import type { Transport } from "./transport";
import type {
  Advice,
  Choices,
  Do,
  Frame,
  Incoming,
  Layout,
  Live,
  Message,
  Move,
  Outgoing,
  Passing,
  RaceFacts,
  SaidFacts,
  Scene,
  TableFacts,
  You,
} from "./wire";
import { isOutdated } from "../lib/build";
import { pageTime } from "../lib/pageTime";

export type LinkState = "connecting" | "connected" | "reconnecting" | "gone";

/** How a command ended: `applied`, or refused with a reason and the rulebook rows behind it. */
export type Answer = { ok: true; seq: number } | { ok: false; reason: Message; rules: string[] };

export interface Reason {
  reason: Message;
  rules: string[];
}

interface Unanswered {
  text: string;
  /** It counts now or never: it is not sent again. */
  passing: boolean;
  /** It went out at least once: the server may have it. */
  sent: boolean;
  /** What it does at the table; null for a claim, which never waits. */
  does: Do | null;
  resolve: (answer: Answer) => void;
}

/** The action or the takeback that a command is, if it never went out. */
const unsent = ({ sent, does }: Unanswered): Extract<Do, { kind: "act" | "undo" }> | null =>
  !sent && (does?.kind === "act" || does?.kind === "undo") ? does : null;

interface Question {
  text: string;
  resolve: (answer: Incoming) => void;
}

/** The host has removed the players of this screen: the table is no longer shown. */
const NO_SEAT = "error.no_seat_for_you";
/** Refusals of a greeting that only last a moment. */
const PASSING = new Set(["error.too_fast", "error.busy"]);

/** Something that had to be heard at once was lost, or may have been: the table's next state shows. */
export const UNHEARD = { ok: false as const, reason: { key: "ui.live.unheard" }, rules: [] };

/** It was taken back before it went out. */
export const WITHDRAWN = { ok: false as const, reason: { key: "ui.link.withdrawn" }, rules: [] };

/** An id for a command or a question; works over plain HTTP too, where `crypto.randomUUID` is missing. */
export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whoever wants to hear news as it comes. Those who began to listen first hear it first. */
export interface Listener {
  /** The new moves of an update, before the scene changes; `whole`: all moves so far. */
  moves?(moves: Move[], whole: boolean): void;
  /** A game that was played here is over, and its last scene is there. */
  end?(): void;
  /** Something happened in real time. */
  live?(message: Live): void;
}

export class Link {
  state = $state<LinkState>("connecting");
  /** The server has other pages than when this one was opened. */
  outdated = $state(false);
  /** When the connection was lost (`pageTime()`), 0 while it is there. */
  lost = $state(0);
  seq = $state(-1);
  table = $state.raw<TableFacts | null>(null);
  you = $state.raw<You>({ seats: [], name: "", invite: "", no_seat: null, lost: [] });
  scene = $state.raw<Scene | null>(null);
  layout = $state.raw<Layout | null>(null);
  moves = $state.raw<Move[]>([]);
  /** When the present actors began to be waited for (`pageTime()`). */
  since = $state(pageTime());
  /** How far the table's clock is ahead of this page's `pageTime()`, ms. */
  ahead = $state(0);
  /** How many people watch and do not play. */
  watching = $state(0);
  /** The names of the first of them. */
  watchers = $state.raw<readonly string[]>([]);
  /** What was taken back while this page was open: each with the number of the event that did it. */
  undone = $state.raw<readonly { seq: number; what: Message }[]>([]);
  /** What people wrote. */
  said = $state.raw<readonly SaidFacts[]>([]);
  /** The game begins as soon as all people have said that they are ready. */
  awaitsReady = $state(false);
  /** When the game begins or resumes, on the page's clock; null without a countdown. */
  begins = $state<number | null>(null);
  /** What people race for now, null while they do not. */
  race = $state.raw<RaceFacts | null>(null);
  /** When the present scene came (`performance.now()`): its `due_ms` counts from then. */
  came = $state(0);
  /** Why the table cannot be shown at all. */
  refused = $state.raw<Message | null>(null);
  /** Commands sent and not answered yet. */
  waiting = $state(0);
  /** The seats whose action or takeback waits for the connection and was never sent. */
  kept = $state.raw<ReadonlySet<number>>(new Set());
  /** The key of the invitation that was followed, "" without one. */
  invite = "";
  readonly #listeners: Listener[] = [];
  #told = new Told();
  /** Something changed that was never told, and everything has been asked for. */
  #lacking = false;
  readonly #line: Line;
  /** What waited has been sent on this connection. */
  #greeted = false;
  #commands = new Map<string, Unanswered>();
  /** The server is about to know who uses this page: until then commands wait. */
  #arriving = false;
  #questions = new Map<string, Question>();
  #closed = false;
  #left = false;
  #held: Incoming[] | null = null;
  /** The news that wait for their turn while something is shown; null while nothing is. */
  #later: Incoming[] | null = null;

  constructor(
    readonly id: string,
    transport: Transport = lineTo(id),
  ) {
    this.#line = new Line(transport, {
      greet: () => {
        [this.#greeted, this.#lacking] = [false, false];
        this.#hello();
      },
      message: (text) => {
        const message = this.#told.take(JSON.parse(text) as Frame);
        if (message) this.receive(complete(message));
        else this.#askAll();
      },
      lost: () => this.#lost(),
      ask: () => this.#hello(),
      awaits: () => this.#commands.size > 0,
    });
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  protected tell(moves: Move[], whole: boolean): void {
    for (const each of this.#listeners) each.moves?.(moves, whole);
  }

  /** Connect, and stay connected until `close`. */
  start(): void {
    this.#line.start();
  }

  close(): void {
    this.#closed = true;
    this.#line.close();
  }

  /** Commands wait until this tells whether the server has only now come to know who uses this page, which connects once more then. */
  arrive(isNew: Promise<boolean>): void {
    this.#arriving = true;
    void isNew.then((anew) => {
      this.#arriving = false;
      if (anew) this.again();
      else if (this.state === "connected") this.#sendAll();
    });
  }

  /** Connect once more, as whom the server knows from now on. */
  again(): void {
    if (this.#closed || this.#left) return;
    this.#line.close();
    this.#told.forget();
    this.refused = null;
    this.state = "connecting";
    this.#line.start();
  }

  /** Leave the table while nobody looks at this page. */
  leave(): void {
    if (this.#closed || this.#left || this.state === "gone") return;
    this.#line.lose();
    this.#line.close();
    this.#left = true;
  }

  /** Somebody looks at the page again. */
  comeBack(): void {
    if (!this.#left || this.#closed || this.state === "gone") return;
    this.#left = false;
    this.#line.start();
  }

  /** Do something at the table; resolves when the server has answered, however long that takes. */
  command(what: Do, table = this.id): Promise<Answer> {
    const command_id = freshId();
    return this.#commit(command_id, { t: "command", table, command_id, expected_seq: this.seq, do: what }, what);
  }

  /** The table's clock when this page's shows `now` (`pageTime()`). */
  tableTime(now = pageTime()): number {
    return now + this.ahead;
  }

  /** An action that people race for, with the time it took after the cue, under an id of its own; answered once the race is decided. */
  claim(
    command_id: string,
    cue: string,
    seat: number,
    action: number,
    reaction_ms: number,
    travel_ms = 0,
  ): Promise<Answer> {
    return this.#commit(
      command_id,
      {
        t: "claim",
        table: this.id,
        command_id,
        cue,
        seat,
        action,
        reaction_ms,
        ...(travel_ms > 0 ? { travel_ms } : {}),
      },
      null,
    );
  }

  /** Say something that is lost if nobody listens now. */
  say(what: Passing): void {
    if (this.alive) this.#line.send(this.#text({ table: this.id, ...what }));
  }

  #commit(command_id: string, message: Outgoing, does: Do | null): Promise<Answer> {
    const text = this.#text(message);
    const passing = does === null;
    if (passing && !this.alive) return Promise.resolve(UNHEARD);
    return new Promise((resolve) => {
      this.#commands.set(command_id, { text, resolve, passing, sent: false, does });
      if (this.state === "connected" && !this.#arriving) this.#sendAll(command_id);
      this.#count();
    });
  }

  /** Take back what a seat did and what never went out, or one action of it; whether there was anything. */
  withdraw(seat: number, action?: number): boolean {
    const kept = [...this.#commands].filter(([, command]) => {
      const does = unsent(command);
      return does?.seat === seat && (action === undefined || (does.kind === "act" && does.action === action));
    });
    for (const [id] of kept) this.#settle(id, WITHDRAWN);
    return kept.length > 0;
  }

  /** Why these clicks cannot be done. */
  async why(seat: number, clicks: string[]): Promise<Reason | null> {
    const answer = await this.#ask((id) => ({ t: "why", table: this.id, id, seat, clicks }));
    if (answer.t === "because") return { reason: answer.reason, rules: answer.rules };
    return answer.t === "error" ? { reason: answer.reason, rules: [] } : null;
  }

  /** The choices beginning with this click, left out of the scene. */
  async more(seat: number, click: string): Promise<Choices | null> {
    const answer = await this.#ask((id) => ({ t: "more", table: this.id, id, seat, click }));
    return answer.t === "choices" ? answer.choices : null;
  }

  /** What a good bot would do for this seat, or why it says nothing. */
  async advise(seat: number): Promise<Advice | Reason> {
    const answer = await this.#ask((id) => ({ t: "advise", table: this.id, id, seat }));
    if (answer.t === "advice") return answer;
    return answer.t === "error"
      ? { reason: answer.reason, rules: [] }
      : { reason: { key: "error.unreachable" }, rules: [] };
  }

  /** The scene after the first `move` moves. */
  async past(move: number): Promise<Scene | null> {
    const answer = await this.#ask((id) => ({ t: "past", table: this.id, id, move }));
    return answer.t === "past" ? answer.scene : null;
  }

  #ask(make: (id: string) => Outgoing): Promise<Incoming> {
    const id = freshId();
    const text = this.#text(make(id));
    return new Promise((resolve) => {
      this.#questions.set(id, { text, resolve });
      if (this.state === "connected") this.#line.send(text);
    });
  }

  #text(message: Outgoing): string {
    return JSON.stringify(message);
  }

  /** Something changed that was never told: ask for everything, once. */
  #askAll(): void {
    if (this.#lacking) return;
    this.#lacking = true;
    this.#told.forget();
    this.#hello();
  }

  #hello(): void {
    this.#line.send(
      this.#text({
        t: "hello",
        table: this.id,
        last_seq: this.seq,
        view_hash: this.#told.viewHash,
        changes: true,
        ...(this.invite ? { invite: this.invite } : {}),
      }),
    );
  }

  /** The version of the server's pages: a page left open over an upgrade must load the new ones. */
  #built(build: string): void {
    if (build) this.outdated = isOutdated(build);
  }

  #lost(): void {
    if (!this.lost) this.lost = pageTime();
    for (const [id, { passing }] of [...this.#commands]) if (passing) this.#settle(id, UNHEARD);
    this.state = "reconnecting";
  }

  /** Hold back messages from now on: something must be on the screen first. */
  hold(): void {
    this.#held ??= [];
  }

  /** Handle the messages held back. */
  release(): void {
    const waiting = this.#held ?? [];
    this.#held = null;
    for (const message of waiting) this.receive(message);
  }

  /** Show nothing new for a while: what is on the screen deserves a look. Answers to what is done here are not held up. */
  rest(): void {
    this.#later ??= [];
  }

  /** Show what has come meanwhile, up to the next thing that deserves a look. */
  wake(): void {
    const waiting = this.#later ?? [];
    this.#later = null;
    for (const [index, message] of waiting.entries()) {
      this.receive(message);
      if (this.#later) {
        (this.#later as Incoming[]).push(...waiting.slice(index + 1));
        return;
      }
    }
  }

  /** One message of the server. */
  receive(message: Incoming): void {
    if (this.#later && message.t === "update") {
      this.#later.push(message);
      return;
    }
    while (this.#later && (message.t === "welcome" || message.t === "current" || message.t === "cue")) this.wake();
    if (this.#held && message.t !== "cue") {
      this.#held.push(message);
      return;
    }
    if (this.#held) this.release(); // a new cue can wait for nothing, and what came before it comes before it
    switch (message.t) {
      case "welcome":
        this.#lacking = false;
        this.tell(message.moves, true);
        this.#view(message, message.moves);
        this.#built(message.build);
        this.#connected();
        break;
      case "update":
        this.tell(message.moves, false);
        this.#view(message, [...this.moves.slice(0, message.moves_from), ...message.moves]);
        break;
      case "current":
        this.seq = message.seq;
        this.you = message.you;
        if (message.now_ms >= 0) this.ahead = message.now_ms - pageTime();
        this.#built(message.build);
        this.#connected();
        break;
      case "applied":
      case "duplicate":
        this.#settle(message.command_id, { ok: true, seq: message.seq });
        break;
      case "rejected":
        if (message.scene && message.seq >= this.seq) this.scene = message.scene;
        this.#settle(message.command_id, { ok: false, reason: message.reason, rules: message.rules });
        break;
      case "because":
      case "choices":
      case "past":
      case "advice":
        this.#answer(message.id, message);
        break;
      case "cue":
      case "photo":
      case "waves":
      case "cheers":
        for (const each of this.#listeners) each.live?.(message);
        break;
      case "error":
        if (this.#questions.has(message.id)) this.#answer(message.id, message);
        else if (this.#commands.has(message.id))
          this.#settle(message.id, { ok: false, reason: message.reason, rules: [] });
        else if (this.state !== "connected" && PASSING.has(message.reason.key)) this.#line.lose();
        else if (!this.table || message.reason.key === NO_SEAT) {
          this.refused = message.reason;
          this.state = "gone";
          this.#line.close();
        }
    }
  }

  #view(message: Extract<Incoming, { t: "welcome" | "update" }>, moves: Move[]): void {
    const ends = this.table?.phase === "playing" && message.table.phase === "over";
    if (message.t === "update") {
      const gone = this.moves.slice(message.moves_from);
      const fresh = gone.length > 0 ? message.table.takebacks.filter(({ seq }) => seq > this.seq) : [];
      for (const { seat, seq } of fresh) {
        const move = gone.find((each) => each.seat === seat);
        if (move) this.undone = [...this.undone, { seq, what: move.message }];
      }
    }
    this.seq = message.seq;
    this.table = message.table;
    this.you = message.you;
    this.moves = moves;
    if (message.layout) {
      laidOut(message.layout.id, this.id);
      this.layout = message.layout;
    }
    this.scene = message.scene;
    this.race = message.race;
    this.came = performance.now();
    this.since = pageTime() - message.since_ms;
    this.ahead = message.now_ms - pageTime();
    this.watching = message.watching;
    this.watchers = message.watchers;
    this.said = message.t === "welcome" ? message.said : [...this.said.slice(0, message.said_from), ...message.said];
    this.awaitsReady = message.awaits_ready;
    this.begins = message.begins_ms >= 0 ? this.came + message.begins_ms : null;
    if (ends) for (const each of this.#listeners) each.end?.();
  }

  #connected(): void {
    this.state = "connected";
    this.lost = 0;
    this.#line.welcomed();
    if (this.#greeted) return; // it was only asked whether it is there
    this.#greeted = true;
    if (!this.#arriving) this.#sendAll();
    for (const { text } of this.#questions.values()) this.#line.send(text);
  }

  /** Send what is not answered: all of it, or one alone. */
  #sendAll(only?: string): void {
    for (const [id, command] of this.#commands) {
      if (only !== undefined && id !== only) continue;
      command.sent = true;
      this.#line.send(command.text);
    }
    this.#count();
  }

  #count(): void {
    this.waiting = this.#commands.size;
    this.kept = new Set([...this.#commands.values()].flatMap((command) => unsent(command)?.seat ?? []));
  }

  #settle(id: string, answer: Answer): void {
    const waiting = this.#commands.get(id);
    this.#commands.delete(id);
    this.#count();
    waiting?.resolve(answer);
  }

  #answer(id: string, answer: Incoming): void {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    question?.resolve(answer);
  }

  /** Whether messages can go out at this moment. */
  get alive(): boolean {
    return this.#line.open && this.state === "connected";
  }
}

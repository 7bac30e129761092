/** The line to a server: one connection at a time, and another soon where it is lost, or as good as lost. */

import { pageTime } from "../lib/pageTime";
import type { Connection, Transport } from "./transport";

const FIRST_WAIT = 400;
const MAX_WAIT = 10_000;
/** How often in a row what has moved is tried again soon, and how soon. ms */
const MOVES = 5;
const SOON_WAIT = 150;
/** After this many ms without a word from the server it is asked for one; without an answer the connection counts as lost. */
const QUIET = 15_000;
/** The same while something is not answered. */
const UNANSWERED = 4_000;
const PATIENCE = 8_000;
const GLANCE = 1_000;

/** How long to wait before the next attempt, ms: doubling, with a random part so that a room does not return at once. */
export function waitBefore(attempt: number, random = Math.random()): number {
  return Math.min(MAX_WAIT, FIRST_WAIT * 2 ** attempt) * (0.75 + random / 2);
}

/** Whoever speaks over the line. */
export interface Speaker {
  /** There is a new connection: greet the server, and call `welcomed` once it has answered. */
  greet: () => void;
  message: (text: string) => void;
  /** The connection is gone; the line tries again by itself. */
  lost: () => void;
  /** Say something that the server answers. */
  ask: () => void;
  /** Something that was said is not answered yet. */
  awaits: () => boolean;
}

const page = (): Window | null => (typeof window === "undefined" ? null : window);

export class Line {
  #connection: Connection | null = null;
  /** Somebody wants to be connected. */
  #wanted = false;
  #welcomed = false;
  /** How often in a row a connection was lost. */
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #asked = 0;

  constructor(
    private readonly transport: Transport,
    private readonly speaker: Speaker,
  ) {}

  /** Connect, and stay connected until `close`. */
  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    if (this.transport.network) {
      page()?.addEventListener("online", this.#online);
      page()?.addEventListener("offline", this.#offline);
      this.#watch = setInterval(() => this.#listen(), GLANCE);
    }
    this.#connect();
  }

  close(): void {
    this.#wanted = false;
    page()?.removeEventListener("online", this.#online);
    page()?.removeEventListener("offline", this.#offline);
    clearInterval(this.#watch);
    this.#drop();
  }

  /** Whether what is sent now goes out. */
  get open(): boolean {
    return this.#connection?.open ?? false;
  }

  send(text: string): void {
    this.#connection?.send(text);
  }

  /** The server has answered the greeting: the next break is the first one. */
  welcomed(): void {
    this.#welcomed = true;
    this.#attempt = 0;
  }

  /** The connection is gone, or of no use: leave it behind, and try again soon. */
  lose(moved = false): void {
    if (!this.#wanted) return;
    this.#drop();
    this.speaker.lost();
    const wait = waitBefore(this.#attempt++);
    this.#timer = setTimeout(() => this.#connect(), moved && this.#attempt <= MOVES ? Math.random() * SOON_WAIT : wait);
  }

  #connect(): void {
    this.#drop();
    this.#heard = pageTime();
    this.#asked = 0;
    const current = (): boolean => this.#connection === connection;
    const connection = this.transport.connect({
      opened: () => current() && this.speaker.greet(),
      message: (text) => {
        if (!current()) return;
        this.#heard = pageTime();
        this.#asked = 0;
        this.speaker.message(text);
      },
      lost: (moved) => current() && this.lose(moved),
    });
    this.#connection = connection;
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const old = this.#connection;
    [this.#connection, this.#welcomed] = [null, false];
    old?.close();
  }

  #online = (): void => {
    if (this.#attempt > 0) this.#connect();
  };

  #offline = (): void => this.lose();

  /** A network can die without a word, and a browser does not notice: ask now and then whether the server is there. */
  #listen(): void {
    if (!this.#connection) return;
    const now = pageTime();
    if (this.#asked > 0 || !this.#welcomed) {
      if (now - Math.max(this.#asked, this.#heard) > PATIENCE) this.lose();
    } else if (now - this.#heard > (this.speaker.awaits() ? UNANSWERED : QUIET)) {
      this.#asked = now;
      this.speaker.ask();
    }
  }
}

/** Races at a table: when the cue was seen, presses that are not decided yet, and how races were decided. */

import { freshId, type Answer, type Link } from "../net/link.svelte";
import type { Photo, RaceFacts } from "../net/wire";
import { answered, clock as usual, reaction, when, type Clock } from "./clock";
import { Travel } from "./pointerTravel";

/** How often a screen says that nothing was pressed yet, ms: while things are grabbed, and while people choose in peace. */
const PACE: Readonly<Record<string, number>> = { grab: 100 };
const CALM = 250;
/** A press of the last frame may still be on its way to the page, ms. */
const FRAME = 17;
/** A photo finish stays at least this long, ms. */
const MIN_OPEN_MS = 5000;
/** Updates that a cue to grab made unnecessary wait until the player has pressed, but no longer than this, ms. */
const PUT_OFF = 500;
/** Races of which the photo is kept. */
const MAX_PHOTOS = 20;

interface Cue {
  id: string;
  kind: string;
  /** When it came, and when it was seen (0: not yet). */
  came: number;
  seen: number;
}

/** A call of a seat of this screen: the id it was sent under, when it was pressed, and whether it is decided. */
interface Call {
  id: string;
  at: number;
  decided: boolean;
}

export const mark = (seat: number, click: string): string => `${seat}/${click}`;

/** What is called when a cue comes. */
export interface Hears {
  /** It has fired and is not painted yet: put it on the page at once. */
  cue?(kind: string): void;
  /** It is painted. */
  seen?(kind: string): void;
}

export class Racing {
  /** The cue of the current race; null if there is none. */
  cue = $state.raw<Cue | null>(null);
  /** What was pressed and is not decided: `seat/click`. */
  pressed = $state.raw<ReadonlySet<string>>(new Set());
  photos = $state.raw<readonly Photo[]>([]);
  /** The number of the photo that is open, -1 for none. */
  open = $state(-1);
  /** The ways of this page's pointers. */
  readonly travel = new Travel();

  /** The seats whose last call was false. */
  #unfounded = $state.raw<ReadonlySet<number>>(new Set());
  #claimed = new Set<number>();
  #calls = new Map<number, Call>();
  #stop: () => void = () => undefined;
  /** Something must be on the screen, or be pressed, before the table continues; this resumes it. */
  #late: (() => void) | null = null;
  #turn = 0;
  #opened = 0;
  /** The cue of a photo that waits until this screen's hands are free, "" for none. */
  #due = "";

  constructor(
    readonly link: Link,
    private readonly hears: Hears = {},
    readonly clock: Clock = usual,
  ) {}

  /** A cue fires. `facts`: what it says about the race, if that is all that a hand needs. */
  fire(id: string, kind: string, facts: RaceFacts | null = null): void {
    this.open = -1;
    this.#due = "";
    if (facts) this.link.race = facts;
    this.#begin(id, kind);
    this.hears.cue?.(kind);
    this.link.hold(); // a new state takes longer to draw than a cue, and comes right behind it
    this.#present(() => {
      this.hears.seen?.(kind);
      if (this.cue?.id === id && facts && this.#waiting.some((seat) => this.#hurries(seat)))
        this.#late = this.clock.after(PUT_OFF, () => this.#go());
      else if (!this.cue || this.cue.id === id) this.link.release(); // a later cue holds what comes after it
    });
  }

  /** The seats of this screen that may still act and did not. */
  get #waiting(): number[] {
    return this.seats.filter((seat) => !this.#claimed.has(seat));
  }

  /** Let the table continue, if it was held back. */
  #go(): void {
    if (!this.#late) return;
    this.#late();
    this.#late = null;
    this.link.release();
  }

  /** What the server says of the race with each state: a page that comes late, or comes back, finds its way in. */
  follow(race: RaceFacts | null): void {
    if (!race) this.end();
    else if (race.cue !== this.cue?.id) {
      this.#begin(race.cue, race.kind);
      this.#present();
    }
    this.#develop();
  }

  #begin(id: string, kind: string): void {
    this.end();
    this.travel.begin();
    this.cue = { id, kind, came: this.clock.now(), seen: 0 };
    this.#stop = this.clock.every(PACE[kind.trim()] ?? CALM, () => this.#tell());
  }

  #present(then: () => void = () => undefined): void {
    const { cue } = this;
    this.clock.painted((at) => {
      if (cue && this.cue?.id === cue.id) this.cue = { ...cue, seen: at };
      then();
    });
  }

  /** The race is over, or the page goes away. */
  end(): void {
    this.#go();
    this.#stop();
    this.#stop = () => undefined;
    this.#claimed.clear();
    this.cue = null;
  }

  /** The seats of this screen that may still act in the race. */
  get seats(): readonly number[] {
    const { race, you } = this.link;
    return race && race.cue === this.cue?.id ? race.seats : you.seats;
  }

  /** A seat calls; `founded` says whether its hand carries the call. */
  calls(seat: number, founded: boolean): void {
    this.#unfounded = new Set([...this.#unfounded].filter((each) => each !== seat).concat(founded ? [] : [seat]));
  }

  /** Whether a seat has to be quick in this race: a false caller has nothing to win, and is told so. */
  #hurries(seat: number): boolean {
    return this.link.race?.by !== seat || !this.#unfounded.has(seat);
  }

  /** Whether somebody at this screen has to grab something. */
  get urges(): boolean {
    return this.cue?.kind.trim() === "grab" && this.seats.some((seat) => this.#hurries(seat));
  }

  /** Whether a seat of this screen may still act in the race of a photo, or may grab at all: nothing may then come between it and the things. */
  #busy(cue: string): boolean {
    const { race } = this.link;
    if (!race || (race.cue !== cue && race.kind.trim() !== "grab")) return false;
    return (
      race.seats.length > 0 &&
      (race.actions ? race.actions.length > 0 : race.seats.some((seat) => !this.#claimed.has(seat)))
    );
  }

  /** Whether an action is raced for now. `raced` is what its node says. */
  covers(seat: number, action: number, raced: boolean): boolean {
    const { race } = this.link;
    if (!this.cue || !this.seats.includes(seat)) return false;
    return race?.cue === this.cue.id && race.actions ? race.actions.includes(action) : raced;
  }

  /** Do an action at once, for a seat, by the click of an event: in a race as a claim with the time it took. Null if it is already waiting for the connection: it is then taken back. */
  async press(
    seat: number,
    click: string,
    action: number,
    raced: boolean,
    stamp: number,
    path: string[] = [],
  ): Promise<Answer | null> {
    const key = mark(seat, click);
    if (this.pressed.has(key)) {
      this.link.withdraw(seat, action);
      return null;
    }
    this.pressed = new Set([...this.pressed, key]);
    const answer = await this.send(seat, action, raced, stamp, path);
    this.pressed = new Set([...this.pressed].filter((each) => each !== key));
    return answer;
  }

  /** Send an action the way it must go now. */
  send(seat: number, action: number, raced: boolean, stamp: number, path: string[]): Promise<Answer> {
    const { cue } = this;
    if (!cue || !this.covers(seat, action, raced)) return this.link.command({ kind: "act", seat, action, path });
    this.#claimed.add(seat);
    if (this.#late && this.#waiting.length === 0) this.clock.painted(() => this.#go());
    const at = when(stamp, this.clock.now());
    const own = this.#own(seat, cue);
    const id = freshId();
    const grab = cue.kind.trim() === "grab";
    const took = own
      ? reaction(own.at, at)
      : grab
        ? answered(cue.came, cue.seen, at)
        : reaction(cue.seen || cue.came, at);
    const told = this.link.claim(
      id,
      own?.decided === false ? own.id : cue.id,
      seat,
      action,
      took,
      this.travel.until(stamp),
    );
    if (!grab && !own) this.#called(seat, { id, at, decided: false }, told);
    return told;
  }

  #called(seat: number, call: Call, answered: Promise<Answer>): void {
    this.#calls.set(seat, call);
    void answered.then(({ ok }) => {
      call.decided = true;
      if (!ok && this.#calls.get(seat) === call) this.#calls.delete(seat);
    });
  }

  /** The seat's own call from which its time counts: the one that gave the cue, or one that is not decided yet. */
  #own(seat: number, cue: Cue): Call | undefined {
    const call = this.#calls.get(seat);
    const { race } = this.link;
    if (cue.kind.trim() === "grab" && race?.cue === cue.id) return race.by === seat ? call : undefined; // another's was quicker
    return call && !call.decided ? call : undefined;
  }

  /** Report that nothing has been pressed so far: one seat after the other, so that many on one screen report no more often than one. */
  #tell(): void {
    const { cue } = this;
    if (!cue?.seen || !this.clock.visible()) return;
    const waiting = this.#waiting;
    const seat = waiting[this.#turn++ % Math.max(1, waiting.length)];
    const ms = Math.floor(this.clock.now() - cue.seen - FRAME);
    if (seat !== undefined && ms > 0) this.link.say({ t: "idle", cue: cue.id, seat, ms });
  }

  /** The game continues: the photo leaves, once it has been there long enough to be seen. */
  pass(): void {
    const { open } = this;
    const photo = this.photos[open];
    if (!photo) return;
    const rest = Math.max(0, MIN_OPEN_MS - (this.clock.now() - this.#opened));
    setTimeout(() => {
      if (this.open === open && this.photos[open]?.cue === photo.cue) this.open = -1;
    }, rest);
  }

  /**
   * A race, or more of one, was decided: the newest message has all of it. A race of a single hand is not shown, nor is one without a hand
   * of this screen: players may open it.
   */
  decided(photo: Photo): void {
    const others = this.photos.filter(({ cue }) => cue !== photo.cue);
    const seen = this.photos[this.open]?.cue ?? "";
    this.photos = [...others, photo].slice(-MAX_PHOTOS);
    if (seen) this.open = this.photos.findIndex(({ cue }) => cue === seen);
    if (photo.rows.length < 2 && photo.kind.trim() !== "grab") return;
    const { seats } = this.link.you;
    if (seats.length > 0 && !photo.rows.some(({ seat }) => seats.includes(seat))) return;
    this.#due = photo.cue;
    this.#develop();
  }

  /** Open the waiting photo, once no seat of this screen may still act in the race. */
  #develop(): void {
    if (!this.#due || this.#busy(this.#due)) return;
    const due = this.photos.findIndex(({ cue }) => cue === this.#due);
    this.#due = "";
    if (due < 0) return;
    this.open = due;
    this.#opened = this.clock.now();
  }
}

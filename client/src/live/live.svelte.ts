/** A table of a game of speed: presses act at once; events are heard, captioned and shown where they happen. */

import { get } from "svelte/store";
import { flushSync, untrack } from "svelte";
import { t, type Message } from "../lib/i18n";
import { nameOf } from "../lib/names";
import { sound, vibration } from "../lib/prefs";
import { shelf } from "../lib/shelf";
import type { CheerKind, Live as LiveMessage, Move, Node, Photo, PhotoRow, RaceFacts, Scene } from "../net/wire";
import { back, finished, tap } from "../scene/choices";
import { inHurry } from "../table/manner";
import type { Play } from "../table/play.svelte";
import { caption, worth } from "./news";
import { folded, told } from "./runs";
import { choicesOf, hurried, instant, struck } from "./seatControls";
import { UNHEARD } from "../net/link.svelte";
import { Bets } from "./bets.svelte";
import { Racing } from "./racing.svelte";
import { between, inSeconds, pictured } from "./photoFinish";

/** A caption for a sound: `seat` is whose sound it was, -1 for nobody at the table. */
export interface Heard {
  n: number;
  seat: number;
  words: string;
}

/** A hand over the table: where it points, -1 to 1 from the middle of the board, and since when (ms). */
export interface Hand {
  x: number;
  y: number;
  at: number;
  /** How much of the way from its seat it covers, of 1; a little where nothing says so. */
  far?: number;
}

/** How long a call stays beside its caller, ms. */
const BUBBLE = 3200;
const CAPTION = 6000;
/** How long a hand that has landed stays visible, ms. */
const SLAP = 600;
const MAX_SHOWN = 3;
/** The most things that a screen reader announces at once. */
const MAX_NEWS = 4;
/** Between two events of one delivery, ms. */
const APART = 160;
/** The call that the cue itself was heard as, ms. */
const SAME = 1500;
/** Between two messages about the player's own hand, ms. */
const WAVE = 125;
const CHEER = 600;
/** How far a hand that takes nothing darts out, as a share of the way to the middle. */
const DART = 0.62;

export class Live {
  readonly racing: Racing;
  heard = $state.raw<readonly Heard[]>([]);
  /** What just happened, in words, and the part for screen readers. */
  told = $state.raw<readonly Message[]>([]);
  alarm = $state("");
  /** What each seat called out a moment ago. */
  bubbles = $state.raw<ReadonlyMap<number, Heard>>(new Map());
  hands = $state.raw<Readonly<Record<number, Hand>>>({});
  /** The seats whose hands have just landed on something. */
  slaps = $state.raw<ReadonlySet<number>>(new Set());
  /** How many photo finishes have come by themselves. */
  snaps = $state(0);
  cheers = $state.raw<readonly { n: number; name: string; kind: CheerKind }[]>([]);

  /** The cue to grab has come, but not yet its state of the table: the prompt on the page is out of date. */
  outdated = $state(false);

  readonly bets = new Bets();

  /** The player aid is open. */
  aid = $state(false);
  /** So is the guided first game; it ends when the game begins, or when there is something to grab. */
  learning = $state(false);

  /** The state that was on the page when the cue to grab came. */
  #before: Scene | null = null;
  #count = 0;
  #sounds: Promise<typeof import("./sounds")> | null = null;
  #cued = 0;
  #waved = 0;
  /** The cue of the photo finish that was heard last. */
  #snapped = "";
  #cheered = 0;
  /** The stamp of the event that is being dealt with: what is done with it happened then. */
  #stamp = 0;
  /** The name of each action that people have ever raced for. */
  #called = new Map<number, Message>();
  #unwatch: () => void = () => undefined;

  constructor(readonly play: Play) {
    const { link } = play;
    this.racing = new Racing(link, {
      cue: (kind) => this.#cue(kind.trim()),
      seen: (kind) => this.#seen(kind.trim()),
    });
    link.listen({
      live: (message) => this.#live(message),
      moves: (moves, whole) => {
        if (!whole && this.on) this.#happened(moves);
      },
    });
  }

  /** Whether people race at this table. Once they have, it stays so. */
  get on(): boolean {
    return this.play.manner.hurried;
  }

  /** A new state of the table. */
  follow(scene: Scene | null): void {
    if (scene !== this.#before) this.outdated = false;
    untrack(() =>
      this.bets.decided((scene?.announcements ?? []).filter(({ crown }) => !crown).map(({ seat }) => seat)),
    );
    if (!this.on && (hurried(scene) || this.play.link.race)) this.#hurry();
    const { race } = this.play.link;
    if (this.on) untrack(() => (this.racing.follow(race), this.#snap())); // a cue that fires must not bring the race before it back
    for (const { nodes } of scene?.choices ?? [])
      for (const node of nodes) {
        const label = node.raced && node.action >= 0 ? this.play.name(node.click) : "";
        if (typeof label !== "string") this.#called.set(node.action, label);
      }
  }

  /** A photo finish that opens by itself makes a sound: only once no hand of this screen is still racing. */
  #snap(): void {
    const { photo } = this;
    if (!photo || photo.cue === this.#snapped) return;
    this.#snapped = photo.cue;
    if (this.photoAsked) return;
    this.snaps += 1;
    this.#hear("snap");
  }

  /** The photo finish that is open, null for none. */
  get photo(): Photo | null {
    const photo = this.racing.photos[this.racing.open];
    return photo && pictured(photo) ? photo : null;
  }

  /** The same over the board: only while nobody can act there, or on request, until the next cue. */
  get photoOver(): Photo | null {
    return this.racing.cue && !this.photoAsked ? null : this.photo;
  }

  /** The cue of the race during which somebody here asked for a photo finish, "" for none; null if nobody did. */
  #asked: string | null = $state(null);
  /** Whether the photo finish that is open was asked for, and no cue has come since. */
  get photoAsked(): boolean {
    return this.#asked !== null && this.#asked === (this.racing.cue?.id ?? "");
  }

  /** Open the last photo finish, or close it if it is seen. */
  turnPhoto(seen: boolean): void {
    this.racing.open = seen ? -1 : this.racing.photos.findLastIndex(pictured);
    this.#asked = seen ? null : (this.racing.cue?.id ?? "");
  }

  closePhoto(): void {
    this.racing.open = -1;
    this.#asked = null;
  }

  /** What an action in a photo is called, where this screen knows. */
  named(row: PhotoRow): Message | null {
    return (
      this.#called.get(row.action) ??
      this.play.link.moves.findLast((move) => move.seat === row.seat && move.text === row.text)?.message ??
      null
    );
  }

  /** The library knows from the start which games are games of speed; without it, the scenes say enough. */
  known(game: string | undefined): void {
    const look = ({ games }: Awaited<ReturnType<typeof shelf>>): void => {
      if (games.find((each) => each.name === game)?.timed) this.#hurry();
    };
    if (game) shelf().then(look, () => undefined);
  }

  #hurry(): void {
    if (this.on) return;
    this.play.manner = inHurry(this.play.manner, (_, choices, { seat, action, node }, path) =>
      this.racing.send(seat, action, choices.nodes[node]?.raced ?? false, this.#stamp, path),
    );
    this.#unwatch = this.racing.travel.watch();
    this.#sounds = import("./sounds");
  }

  close(): void {
    this.racing.end();
    this.#unwatch();
  }

  /** When the event that is being dealt with happened. */
  get stamped(): number {
    return this.#stamp;
  }

  /** Events are stamped when they happen, not when they are dealt with. */
  stamp = (event: Event): void => {
    this.#stamp = event.timeStamp;
  };

  // -- what this screen does ------------------------------------------------------------------------------------------

  /** The ids that act at once for a seat when pressed, while no move is half made: things raced for, and those with a key of their own. */
  urgent(scene: Scene, seat: number): Set<string> {
    const choices = choicesOf(scene, seat);
    if (!choices || choices.asked || this.play.steps.length > 0 || this.play.at !== null) return new Set();
    const keyed = new Set(scene.pieces.filter((piece) => piece.hotkey).map((piece) => piece.id));
    return new Set(
      choices.roots
        .map((index) => choices.nodes[index]!)
        .filter((node) => (node.raced || keyed.has(node.click)) && instant(choices, node.click))
        .map((node) => node.click),
    );
  }

  /** Press a thing for a seat. Whether that did something at once. */
  press(seat: number, click: string, stamp: number): boolean {
    const { play } = this;
    const scene = play.link.scene;
    const choices = scene ? choicesOf(scene, seat) : null;
    if (!scene || !choices || play.at !== null) return false;
    const loud = choices.buttons.some((button) => button.id === click && button.loud);
    const node = loud || (play.steps.length === 0 && !choices.asked) ? instant(choices, click) : null;
    if (!node) return false;
    if (!node.raced && play.choices?.seat === seat && play.asking) {
      void play.known().then(() => this.press(seat, click, stamp)); // a piece put down lies there first
      return true;
    }
    if (!node.raced && play.choices?.seat === seat && play.doable.length === 1) {
      void this.#keep().then((kept) => kept && this.press(seat, click, stamp)); // act on what is seen before what was said
      return true;
    }
    if (play.steps.length > 0) play.clear();
    this.finish(seat, click, node, stamp);
    return true;
  }

  /** Play the action of a node for a seat, by its last click. */
  finish(seat: number, click: string, node: Node, stamp: number): void {
    const { play } = this;
    const call = play.link.scene?.choices
      .find((each) => each.seat === seat)
      ?.buttons.find((button) => button.id === click && button.loud);
    const loud = call !== undefined;
    if (call) this.racing.calls(seat, call.lit !== false);
    play.reason = null;
    if ((loud || node.raced) && !play.link.alive) {
      play.reason = UNHEARD; // a cry that comes later would be another cry
      return;
    }
    void this.racing.press(seat, click, node.action, node.raced ?? false, stamp).then((answer) => {
      if (answer && !answer.ok && !play.manner.hushes(answer.reason))
        play.reason = { reason: answer.reason, rules: answer.rules };
    });
  }

  /** A tap on the board: starting something else first does the half-made move, if it is complete. */
  tap(ids: string[], place: string): void {
    const { play } = this;
    const { choices, steps } = play;
    const other =
      choices &&
      steps.length > 1 &&
      play.doable.length === 1 &&
      choices.roots.some(
        (index) => ids.includes(choices.nodes[index]!.click) && choices.nodes[index]!.click !== steps[0]!.click,
      );
    const again = choices && steps.length > 1 && finished(choices, steps) ? tap(choices, back(steps), ids) : null;
    if (again?.kind === "go" && again.steps.length === steps.length)
      play.steps = again.steps; // the same piece, to another place
    else if (!other) play.tap(ids, place);
    else if (!play.pending) void this.#keep().then((kept) => kept && play.tap(ids, place));
  }

  /** Do the half-made move; whether the table has it now. */
  async #keep(): Promise<boolean> {
    const { play } = this;
    const { choices } = play;
    const [path] = play.doable;
    if (!choices || !path) return false;
    return (await play.act(choices.seat, path.action, play.steps)).ok;
  }

  /** Press a thing for a seat, or make it the beginning of something longer. */
  begin(seat: number, click: string, stamp: number): void {
    this.#stamp = stamp;
    if (this.press(seat, click, stamp)) return;
    const { play } = this;
    if (play.choices?.seat !== seat) play.as(seat);
    play.tap([click], click);
  }

  /** A key that may belong to something on the table; returns whether it does. */
  key(event: KeyboardEvent): boolean {
    const { play } = this;
    const { scene } = play.link;
    const choices = play.choices;
    if (!this.on || !scene || !choices || event.repeat || play.at !== null) return false;
    const click = struck(scene, choices, play.steps, event.key);
    if (!click) return false;
    this.begin(choices.seat, click, event.timeStamp);
    return true;
  }

  /** One's own hand over the board. */
  wave(seat: number, x: number, y: number): void {
    const now = performance.now();
    if (now - this.#waved < WAVE) return;
    this.#waved = now;
    const clip = (value: number): number => Math.round(Math.max(-1, Math.min(1, value)) * 100) / 100;
    this.play.link.say({ t: "wave", seat, x: clip(x), y: clip(y) });
  }

  /** The game begins, or is about to. */
  begins(begun: boolean): void {
    if (begun) this.learning = false;
  }

  /** A second of the count before a game. */
  tick(): void {
    this.#hear("card");
  }

  cheer(kind: CheerKind): void {
    const now = performance.now();
    if (now - this.#cheered < CHEER) return;
    this.#cheered = now;
    this.play.link.say({ t: "cheer", kind });
  }

  // -- what happens ---------------------------------------------------------------------------------------------------

  #live(message: LiveMessage): void {
    if (message.t === "cue") this.racing.fire(message.cue, message.kind, this.#facts(message));
    else if (message.t === "photo") this.#decided(message);
    else if (message.t === "waves")
      this.hands = { ...this.hands, [message.seat]: { x: message.x, y: message.y, at: performance.now() } };
    else {
      const one = {
        n: ++this.#count,
        name: message.name || this.#name(message.seat) || t("ui.chat.watcher"),
        kind: message.kind,
      };
      this.cheers = [...this.cheers, one].slice(-MAX_SHOWN);
      setTimeout(() => (this.cheers = this.cheers.filter((each) => each !== one)), BUBBLE);
    }
  }

  /** A race was decided. A line says who called first; its picture does not open. */
  #decided(photo: Photo): void {
    this.racing.decided(photo);
    this.#snap();
    const two = pictured(photo) ? null : between(photo);
    if (two)
      this.#write(
        two.first,
        t(two.n < 5 ? "ui.photo.called.just" : "ui.photo.called", {
          who: this.#name(two.first),
          s: inSeconds(two.n),
          other: this.#name(two.second),
        }),
      );
  }

  /** What a cue to grab says about the race to the seats of this screen; null if it says nothing. */
  #facts({ cue, kind, at_ms, by, seats, actions }: Extract<LiveMessage, { t: "cue" }>): RaceFacts | null {
    if (kind.trim() !== "grab" || seats.length === 0) return null;
    const mine = this.play.link.you.seats.filter((seat) => seats.includes(seat));
    return { cue, kind, at_ms, by, seats: mine, actions: mine.length > 0 ? actions : [] };
  }

  /** The cue is on the page before anything else happens. */
  #cue(kind: string): void {
    this.#hurry();
    if (kind !== "grab") return;
    this.learning = false;
    if (this.play.steps.length > 0) this.play.clear(); // what was half made must not stand between a hand and the things
    [this.#before, this.outdated] = [this.play.link.scene, true];
    flushSync();
  }

  /** Once it is painted, it is heard, felt and read out: reactions count from this moment. Doing so earlier would delay the paint. */
  #seen(kind: string): void {
    if (kind !== "grab") return;
    this.#cued = performance.now();
    this.#hear("call");
    if (!this.racing.urges) return;
    this.alarm = t("ui.live.cue");
    setTimeout(() => (this.alarm = ""), SAME);
  }

  #happened(moves: readonly Move[]): void {
    const lines = folded(moves).filter(({ move }) => move.sound || move.cry);
    const news = worth(moves).map(({ seat, message }) =>
      seat < 0 ? message : { key: "ui.live.does", args: { who: this.#name(seat), what: message } },
    );
    if (news.length > 0) this.told = news.slice(-MAX_NEWS);
    lines.slice(-4).forEach((line, i) => setTimeout(() => this.#one(line.move, told(line)), i * APART));
  }

  /** A sound with its caption: a cry, a noise or, for cards, what was done with them, in `words`. */
  #one(move: Move, words: Message): void {
    const name = move.sound ?? "";
    if (name !== "call" || performance.now() - this.#cued > SAME) this.#hear(name);
    if (name === "dart" && move.seat >= 0)
      this.hands = { ...this.hands, [move.seat]: { x: 0, y: 0, at: performance.now(), far: DART } };
    if (name === "grab" && move.seat >= 0) this.#slap(move.seat);
    const who = this.#name(move.seat);
    const decided = (this.play.link.scene?.announcements ?? []).filter(({ crown }) => name === (crown ? "win" : "out"));
    if (decided.length > 0) {
      this.#write(decided[0]!.seat, decided.map(({ title }) => t(title)).join(" "));
      return;
    }
    const one = this.#write(move.seat, t(caption(move, words, who)));
    if (!move.cry || move.seat < 0) return;
    const bubble = { ...one, words: t(move.cry) };
    this.bubbles = new Map([...this.bubbles, [move.seat, bubble]]);
    setTimeout(() => (this.bubbles = new Map([...this.bubbles].filter(([, each]) => each !== bubble))), BUBBLE);
  }

  #slap(seat: number): void {
    this.slaps = new Set([...this.slaps, seat]);
    setTimeout(() => (this.slaps = new Set([...this.slaps].filter((each) => each !== seat))), SLAP);
  }

  /** Write a line of what is heard, for a while. */
  #write(seat: number, words: string): Heard {
    const one = { n: ++this.#count, seat, words };
    this.heard = [...this.heard, one].slice(-MAX_SHOWN);
    setTimeout(() => (this.heard = this.heard.filter((each) => each !== one)), CAPTION);
    return one;
  }

  #hear(name: string): void {
    if (!name) return;
    void this.#sounds?.then((sounds) => {
      if (get(sound)) sounds.play(name);
      if (get(vibration)) sounds.shake(name);
    });
  }

  #name(seat: number): string {
    const chairs = this.play.link.table?.chairs ?? [];
    const chair = chairs.find((each) => each.seat === seat);
    return chair ? nameOf(chair, chairs) : "";
  }
}

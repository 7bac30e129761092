/** The table being planned on the page where tables are made: a form's state and the request it becomes. */

import type { GameInfo, NewChair, NewTable, Option } from "../lib/api";
import { inFolder } from "../lib/folder";
import { friendlyName } from "../lib/friendly";
import { whoIs, type Member } from "../lib/household";
import { t } from "../lib/i18n";
import { levelName } from "../lib/names";

export type Who = NewChair["who"];
type Chair = { who: Who; name: string; level: string; handicap: number };
type Value = boolean | number | string;

/** How other people come to a table, unless one says otherwise. */
const COMING = inFolder ? "here" : "link";
/** Who may sit in a seat. */
export const SITTING: readonly Who[] = inFolder ? ["me", "here", "bot"] : ["me", "link", "here", "bot"];

/** How much time people have, see the server's `TimeControl`. */
export type Pace = { per: "move" | "game" | "days"; seconds: number; increment: number };

/** The times that the form offers. */
export const PACES: readonly Pace[] = [
  ...[30, 60, 180, 300].map((seconds): Pace => ({ per: "move", seconds, increment: 0 })),
  ...(
    [
      [5, 5],
      [10, 10],
      [20, 10],
      [45, 15],
    ] as const
  ).map(([minutes, increment]): Pace => ({ per: "game", seconds: minutes * 60, increment })),
  ...[1, 3, 7].map((days): Pace => ({ per: "days", seconds: days * 86_400, increment: 0 })),
];

type Values = Readonly<Record<string, Value>>;

/** Does a table for this many people, with the options chosen before, have this option? */
export function fits(option: Option, seats: number, chosen: Values = {}): boolean {
  if (option.when && chosen[option.when[0]] !== option.when[1]) return false;
  return option.seats === null || option.seats.includes(seats);
}

/** The choices of an option that this many people have. */
export function choicesFor(option: Option, seats: number): string[] {
  return (option.choices ?? []).filter((choice) => option.choice_seats?.[choice]?.includes(seats) ?? true);
}

/** Does this device belong from now on to whoever plays as this? Not if it is somebody of the house's already, and never to a child: they play on it, and no more. */
export const takesOver = (called: string, now: string, all: readonly Member[]): boolean =>
  called !== now && !whoIs(now, all) && !whoIs(called, all)?.child;

/** The value that a table for this many people is offered with. */
export function usualOf(option: Option, seats: number): Value {
  return option.usual?.[seats] ?? option.default;
}

/** The value of an option for this many people: the one wished for, where they can have it. */
function valueFor(option: Option, seats: number, wish: Value): Value {
  const choices = choicesFor(option, seats);
  if (choices.length === 0 || choices.includes(String(wish))) return wish;
  const usual = usualOf(option, seats);
  return choices.includes(String(usual)) ? usual : choices[0]!;
}

export class Plan {
  readonly game: GameInfo;
  readonly bots: readonly string[];
  private readonly usual: string;
  /** For friends, who come by the link or sit at this screen (as further players do); null if it is for bots. */
  friends = $state<"link" | "here" | null>(null);
  me = $state("");
  seats = $state(0);
  /** The numbers of players that can be chosen. */
  sizes = $state.raw<readonly number[]>([]);
  chairs = $state<Chair[]>([]);
  first = $state<"lot" | "host" | number>("lot");
  options = $state<Record<string, Value>>({});
  components = $state("");
  /** People roll their own dice and enter what they show. */
  ownDice = $state(false);
  /** Anybody may sit down: lines are believed less in races. */
  strangers = $state(false);
  /** How much time people have; null for no limit. */
  clock = $state.raw<Pace | null>(null);
  /** People may write to each other. */
  chat = $state(true);
  /** There is no chat on this server. */
  quiet = false;
  /** Who may take the seats that are for people who come by the link: they alone, or anybody who finds the table on the front page. */
  door = $state<"link" | "anybody">("link");
  /** How many people are still to come by the link. */
  waiting = $derived(this.chairs.filter(({ who }) => who === "link").length);

  /** A child sits here: bots are the weakest, nobody writes. What was chosen before comes back. */
  child = $state(false);
  #before: { chat: boolean; levels: string[] } | null = null;
  readonly #name: string;

  /** One person against the usual bot, which sits in every other seat. */
  constructor(game: GameInfo, bots: readonly string[], usual: string, name: string) {
    this.game = game;
    this.bots = bots;
    const first = game.timed ? (bots[0] ?? "") : usual; // beginners at a game of speed are slow
    this.usual = bots.includes(first) ? first : (bots[0] ?? "");
    this.me = this.#name = name;
    this.sizes = game.seats;
    this.seat(game.seats.find((count) => count > 1) ?? game.seats[0] ?? 2);
  }

  /** Lay the table for this many: chairs already given stay, new ones are bots; people among friends, and without bots. */
  seat(count: number): void {
    const level = this.child ? (this.bots[0] ?? "") : this.usual;
    for (let seat = this.chairs.length; seat < count; seat++) {
      this.chairs.push({ who: "me", name: "", level, handicap: 0 });
      if (seat > 0) this.give(seat, this.#others);
    }
    this.chairs.length = count;
    if (typeof this.first === "number" && this.first >= count) this.first = "lot";
    for (const option of this.game.options) {
      const now = this.options[option.name];
      const untouched = now === undefined || now === usualOf(option, this.seats);
      this.options[option.name] = valueFor(option, count, untouched ? usualOf(option, count) : now);
    }
    this.seats = count;
  }

  /** A box of one's own is enough for these numbers of players; null for the printed box. */
  box(enough: readonly number[] | null): void {
    this.sizes = enough ?? this.game.seats;
    if (!this.sizes.includes(this.seats))
      this.seat(this.sizes.findLast((count) => count < this.seats) ?? this.sizes[0] ?? this.seats);
  }

  /** Who takes a seat unless one says otherwise. */
  get #others(): Who {
    return this.friends ?? (this.usual ? "bot" : COMING);
  }

  /** Every seat but one's own is for a friend, and friends come like this. */
  invite(friends: "link" | "here" = COMING): void {
    const before = this.#others;
    this.friends = friends;
    for (const [seat, { who }] of this.chairs.entries()) if (who === before) this.give(seat, friends);
  }

  /** The options that the table has now. */
  get fitting(): Option[] {
    return this.game.options.filter((option) => fits(option, this.seats, this.options));
  }

  /** The options that the game has only for more players than there are now, with that number. */
  get later(): [Option, number][] {
    return this.game.options.flatMap((option) => {
      const from = Math.min(...(option.seats ?? [0]));
      const all = this.game.seats.every((count) => count < from || option.seats?.includes(count));
      return from > this.seats && all && !option.when ? [[option, from] as [Option, number]] : [];
    });
  }

  /** Somebody for a chair. A person may hold several; others at this screen get a name at once. */
  give(seat: number, who: Who): void {
    const chair = this.chairs[seat];
    if (chair) chair.who = who;
    if (who === "here") this.call(seat);
    if (this.first === seat && who === "me") this.first = "host";
  }

  /** Gives a nameless player a friendly name, as guests have; returns whether it did. */
  call(seat: number): boolean {
    const chair = this.chairs[seat];
    if (!chair || chair.name.trim()) return false;
    chair.name = friendlyName([this.me, ...this.chairs.map(({ name }) => name)]);
    return true;
  }

  /** The names of those who play at this screen: mine, then the others'. */
  get here(): string[] {
    return [this.me, ...this.chairs.filter(({ who }) => who === "here").map(({ name }) => name)];
  }

  /** No seat is left for one more of the household. */
  isFull(members: readonly Member[]): boolean {
    return this.seats === Math.max(...this.sizes) && this.#next(members) < 0;
  }

  /** The first seat that one more of the household may have; -1 for none. */
  #next(members: readonly Member[]): number {
    return this.chairs.findIndex(({ who, name }, seat) => seat > 0 && !(who === "here" && whoIs(name, members)));
  }

  /** Somebody of the household comes to this screen, or leaves it: the first one is me. */
  seatMember(member: Member, members: readonly Member[]): void {
    const isHere = (name: string): boolean => whoIs(name, members) === member;
    const sits = this.chairs.findIndex(({ who, name }) => who === "here" && isHere(name));
    if (sits >= 0) this.#leave(sits);
    else if (isHere(this.me)) {
      const other = this.chairs.findIndex(({ who, name }) => who === "here" && whoIs(name, members));
      this.me = this.chairs[other]?.name ?? (isHere(this.#name) ? friendlyName([]) : this.#name);
      if (other >= 0) this.#leave(other);
    } else if (!whoIs(this.me, members)) this.me = member.name;
    else {
      if (this.#next(members) < 0) this.seat(Math.min(...this.sizes.filter((count) => count > this.seats)));
      const chair = this.chairs[this.#next(members)];
      if (chair) [chair.who, chair.name] = ["here", member.name];
    }
    this.#mind(this.here.some((name) => whoIs(name, members)?.child));
  }

  #leave(seat: number): void {
    this.chairs[seat]!.name = "";
    this.give(seat, this.#others);
  }

  /** Mind a child, or no longer. */
  #mind(child: boolean): void {
    if (child === this.child) return;
    this.child = child;
    if (child) this.#before = { chat: this.chat, levels: this.chairs.map(({ level }) => level) };
    for (const [seat, chair] of this.chairs.entries())
      chair.level = child ? (this.bots[0] ?? "") : (this.#before?.levels[seat] ?? this.usual);
    this.chat = child ? false : (this.#before?.chat ?? true);
  }

  /** The name of a seat whose player is not known yet. */
  called(seat: number): string {
    const chair = this.chairs[seat];
    const place = t("ui.seat", { n: seat + 1 });
    if (chair?.who === "bot") return `${place} (${levelName(chair.level)})`;
    if (chair?.who === "here" && chair.name.trim()) return `${place} (${chair.name.trim()})`;
    return place;
  }

  /** What the server is asked for. */
  order(): NewTable {
    const order: NewTable = {
      game: this.game.name,
      seats: this.seats,
      options: Object.fromEntries(this.fitting.map(({ name, default: usual }) => [name, this.options[name] ?? usual])),
      first: this.first,
      chairs: this.chairs.map(({ who, name, level, handicap }) => {
        const given = this.game.timed && handicap > 0 ? { handicap_ms: handicap } : {};
        if (who === "bot") return { who, level, ...given };
        if (who === "link") return { who, ...given };
        return { who, name: (who === "me" ? this.me : name).trim(), ...given };
      }),
    };
    if (this.components.trim()) order.components = this.components;
    if (this.ownDice) order.own_dice = true;
    if (this.strangers && this.waiting > 0) order.company = "strangers";
    if (this.clock && !this.game.timed) order.clock = this.clock;
    if (!this.chat) order.chat = false;
    if (this.door === "link" && order.company !== "strangers" && this.waiting > 0) order.door = "link";
    return order;
  }
}

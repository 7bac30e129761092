/** The server's pages of data, typed. Every failure is an `ApiError` that carries a message to say. */

import type { Lang, Message } from "./i18n";
import type { Change, Rating } from "./ratings";

export type Option = {
  name: string;
  default: boolean | number | string;
  choices: string[] | null;
  minimum: number | null;
  maximum: number | null;
  seats: number[] | null;
  /** Another option and its value with which this one exists; null: always. */
  when?: [string, boolean | number | string] | null;
  /** The numbers of players for which a choice exists; one left out: all. */
  choice_seats?: Record<string, number[]>;
  /** For a number of players, the value that a new table is offered with; else the default. */
  usual?: Record<string, boolean | number | string>;
  /** Is it put together from parts of the box, their names with spaces between? */
  composed?: boolean;
};
/** A part that an option may be put together from, and why it cannot come next. */
export type Part = { name: string; label: Message; picture: string; why: Message | null };
export type Beginning = { parts: Part[]; missing: Message | null; picture: string };
export type GameInfo = {
  name: string;
  seats: number[];
  minutes: [number, number];
  /** From how many years on we recommend it; 0 for nothing said. */
  age?: number;
  options: Option[];
  /** Has it dice that people may roll themselves? */
  own_dice?: boolean;
  /** Do people race in it against the clock, and one another? */
  timed?: boolean;
  /** Has it a guided first game? */
  first_game?: boolean;
  /** Has it positions of the day? */
  puzzles?: boolean;
  /** Does one seat go first? If not, nobody is asked who begins. */
  first?: boolean;
  ready: "ready" | "compiling" | "failed";
};
/** `forget_after_h`: the hours after which this server forgets absent people and untouched tables; 0 for never. `bots`: the levels there
are, weakest first; `own_bots`: robots that the host has installed; `default_bot`: the one used if nobody chose; `chat`: may
people write to each other here? `alone`: is the library without a server there as well? */
export type Library = {
  games: GameInfo[];
  bots: string[];
  own_bots: string[];
  default_bot: string;
  forget_after_h?: number;
  chat?: boolean;
  alone?: boolean;
};

/** The robots that can play a game: against the clock, the levels alone. */
export function botsFor(library: Library, timed: boolean): string[] {
  return timed ? library.bots : [...library.bots, ...library.own_bots];
}
export type Me = { name: string; lang: string };
/** `known`: is this browser a guest already? `build`: which build of the pages the server has. */
export type Met = Me & { known: boolean; build: string };
export type Phase = "lobby" | "playing" | "over";
export type Chair = {
  seat: number;
  who: "open" | "person" | "bot";
  name: string;
  level: string;
  yours: boolean;
  resigned?: boolean;
};
export type Outcome = { returns: number[]; ranking: number[]; ending: string };
/** `abandoned`: after how many days without anything happening it was closed. `origin`: the moment of another table's game at which it began. `at_ms`: when something last happened there (Unix ms). `ended_ms`: when its game ended (Unix ms), 0 while it goes on; `lasted_ms`: how long it took, 0 where that was not kept. */
export type Summary = {
  id: string;
  game: string;
  seats: number;
  phase: Phase;
  chairs: Chair[];
  actors?: number[];
  outcome?: Outcome | null;
  origin?: { table: string; move: number } | null;
  made_ms?: number;
  at_ms?: number;
  turn?: number;
  ended_ms?: number;
  lasted_ms?: number;
  abandoned?: number | null;
} & Terms;
/** The terms of an open table: by seat, the ratings of the players there who want to be listed. */
export type Terms = { clock?: NewTable["clock"] | null; rated?: boolean; ratings?: Record<string, Rating> };
/** A page of my finished games, their total number, and the games that I have played. `points`: those of each side, the winner first; empty
if the game counts none. */
export type History = {
  tables: (Summary & { moves: number; points: number[]; rating?: Change })[];
  count: number;
  pages: number;
  games: string[];
};
/** A table that cannot be opened, and why. */
export type Closed = { id: string; game: string; closed: Message };
export type Listed = Summary | Closed;
/** `branches`: my tables that began at a moment of another game. */
export type Tables = { mine: Listed[]; branches: Listed[]; open: Listed[] };
export type Row = {
  id: string;
  paragraph: string;
  paragraph_en: string;
  fr: string;
  en: string;
  ruling_fr: string | null;
  ruling_en: string | null;
  /** Sentence and ruling in sentences that are easy to read. */
  easy_fr: string | null;
  easy_en: string | null;
  /** The ruling fills in what is lost of the box. */
  reconstructed: boolean;
  /** It is about a mode, a variant or an option. */
  special: boolean;
};
/** A picture in words. */
export type Alt = { picture: string; alt_fr: string; alt_en: string };
/** A sentence with its picture. */
export type Picture = Alt & { fr: string; en: string; easy_fr: string; easy_en: string };
/** A word of a game, and the row that explains it. */
export type Term = { fr: string; en: string; row: string };
/** A game's rulebook, the pictures of its goal and of a turn, those of rows by the id of the row, and the words that the rows explain. */
export type Rules = {
  rows: Row[];
  goal: Picture[];
  turn: Picture[];
  pictures: Record<string, Alt>;
  terms: Term[];
};
/** A row that answers a question, with the words that were found in it. */
export type FoundRow = { id: string; words: string[] };
/** The rows that answer a question, best first, by words of this language; if none does: near words, and rows with the nearest. */
export type FoundRules = { rows: FoundRow[]; sure: boolean; language: Lang; near: string[]; related: FoundRow[] };
export type Provenance = "printed" | "attested" | "reconstructed" | "recommended";
export type Fact = {
  what_fr: string;
  what_en: string;
  provenance: Provenance;
  note_fr?: string;
  note_en?: string;
};
/** `handicap_ms`: how much sooner its hand counts in races. */
export type NewChair = { who: "me" | "link" | "here" | "bot"; name?: string; level?: string; handicap_ms?: number };
export type NewTable = {
  game: string;
  seats: number;
  options: Record<string, boolean | number | string>;
  first: "lot" | "host" | number;
  chairs: NewChair[];
  components?: string;
  own_dice?: boolean;
  company?: "strangers";
  clock?: { per: "move" | "game" | "days"; seconds: number; increment: number };
  chat?: false;
  door?: "link";
};
/** Somebody whom I have blocked, by their number and the name that they had then. */
export type Block = { n: number; name: string };

/** The server refused; `said` is the reason for a person, `status` is 0 if there was no answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly said: Message,
    text: string,
    /** What is wrong in detail, by language, where that is not among the messages. */
    readonly words: Readonly<Partial<Record<Lang, string>>> = {},
    /** In how many seconds to ask again, 0 where that was not said. */
    readonly wait_s = 0,
  ) {
    super(text);
  }
}

/** What to say of anything that went wrong: what the server said, or what broke in this page. */
export function saidOf(reason: unknown): Message {
  return reason instanceof ApiError
    ? reason.said
    : { key: "error.page", args: { why: reason instanceof Error ? reason.message : String(reason) } };
}

const unreachable: Message = { key: "error.unreachable" };

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && typeof (value as Message).key === "string";
}

export async function problem(answer: Response): Promise<ApiError> {
  const why = [answer.status, answer.statusText].filter(Boolean).join(" ");
  const wait_s = Number(answer.headers.get("retry-after")) || 0;
  const usual: Message = answer.status === 404 ? { key: "error.not_found" } : { key: "error.server", args: { why } };
  try {
    const body = (await answer.json()) as { error?: unknown; text?: unknown; words?: Partial<Record<Lang, string>> };
    const text = typeof body.text === "string" ? body.text : why;
    return new ApiError(answer.status, isMessage(body.error) ? body.error : usual, text, body.words, wait_s);
  } catch {
    return new ApiError(answer.status, usual, why, {}, wait_s);
  }
}

type Inside = typeof import("../site/inside");
/** The server in a worker of this page (the library without a server); null where it is across the network. */
const coming = import.meta.env.MODE === "site" ? import("../site/inside") : null;
let inside: Inside | null = null;
if (import.meta.env.MODE === "site") void coming?.then((found) => (inside = found));

/** This page's own server, once it has been asked for something. */
export const own = (): Inside | null => inside;

/** Where a browser finds a picture or a file of the server. */
export const whereIs = (address: string): string =>
  import.meta.env.MODE === "site" ? (inside?.fileOf(address) ?? address) : address;

export async function raw(address: string, init?: RequestInit): Promise<Response> {
  try {
    return await (coming ? (await coming).ask(address, init) : fetch(address, { credentials: "same-origin", ...init }));
  } catch (reason) {
    throw new ApiError(0, unreachable, String(reason));
  }
}

export async function ask<T>(address: string, init?: RequestInit): Promise<T> {
  const answer = await raw(address, init);
  if (!answer.ok) throw await problem(answer);
  return (await answer.json()) as T;
}

export function json(method: string, body: unknown): RequestInit {
  return { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

export const word = encodeURIComponent;

export const me = (): Promise<Met> => ask("/api/me");
/** Become a guest, unless one is known already. */
export const arrive = (): Promise<Me> => ask("/api/me", { method: "POST" });
export const setMe = (body: Me): Promise<Me> => ask("/api/me", json("PUT", body));
/** A link with which another device becomes mine too; valid once, for `valid_s` seconds. `qr` is SVG. */
export type DeviceLink = { link: string; qr: string; valid_s: number };
export const linkDevice = (): Promise<DeviceLink> => ask("/api/me/link", { method: "POST" });
/** Whose key this is; with `join` this device becomes theirs. */
export const joinDevice = (key: string, join: boolean): Promise<Me> =>
  ask("/api/me/device", json("POST", { key, join }));
export const blocks = (): Promise<{ blocks: Block[] }> => ask("/api/blocks");
/** Block whoever sits in this seat of a table, or wrote the lines with the number `by`. */
export const block = (table: string, who: { seat?: number; by?: number }): Promise<{ blocks: Block[] }> =>
  ask("/api/blocks", json("POST", { table, ...who }));
export const unblock = (n: number): Promise<{ blocks: Block[] }> => ask("/api/blocks", json("DELETE", { n }));
/** What the host of the server says to all pages. */
export const announcement = (): Promise<{ announcement: { id: string; text: string; left_ms: number } | null }> =>
  ask("/api/announcement");
export const library = (): Promise<Library> => ask("/api/library");
export const tables = (): Promise<Tables> => ask("/api/tables");
export const history = (game: string, who: string, page: number): Promise<History> =>
  ask(`/api/history?${new URLSearchParams({ game, who, page: String(page) })}`);
export const openTable = (body: NewTable): Promise<{ id: string }> => ask("/api/tables", json("POST", body));
/** What is needed to continue this table elsewhere, as far as I may know it. */
export const orderAlone = (table: string): Promise<NewTable> => ask(`/api/tables/${word(table)}/alone`);
/** The rulebook; `box`: as it holds for the box on the table, without what is about options or a screen. */
export const rules = (game: string, box = false): Promise<Rules> =>
  ask(`/api/rules/${word(game)}${box ? "?beside=box" : ""}`);
/** The address of a picture of a rules page. */
export const pictureOf = (game: string, name: string): string =>
  whereIs(`/art/${word(game)}/picture/${word(name)}.svg`);
const drawn = new Map<string, Promise<string>>();
/** The address of a picture that is no file, once this page's own server has drawn it. */
export function drawnAt(address: string): Promise<string> {
  let found = drawn.get(address);
  if (!found) {
    found = raw(address).then(async (answer) => {
      if (!answer.ok) throw await problem(answer);
      return URL.createObjectURL(await answer.blob());
    });
    found.catch(() => drawn.delete(address));
    drawn.set(address, found);
  }
  return found;
}
export const edition = (game: string): Promise<{ facts: Fact[] }> => ask(`/api/edition/${word(game)}`);

/** What an option that is put together may go on with. */
export const following = (game: string, option: string, value: string, components: string): Promise<Beginning> =>
  ask(
    `/api/options/${word(game)}/${word(option)}`,
    json("POST", components.trim() ? { value, components } : { value }),
  );

/** The address of a game's cover. */
export const coverOf = (game: string): string => whereIs(`/art/${word(game)}/cover.svg`);

/** The drawing of a game's cover, or null where it has none. */
export async function cover(game: string): Promise<string | null> {
  const answer = await raw(`/art/${word(game)}/cover.svg`);
  return answer.ok && (answer.headers.get("content-type") ?? "").includes("svg") ? answer.text() : null;
}

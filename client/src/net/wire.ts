/** The messages between this browser and the server, and the scene they carry, as the server declares them. */

import type { Message } from "../lib/i18n";

export type { Message };

export interface Place {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  label: Message;
  shape: string;
}

export interface Layout {
  id: string;
  width: number;
  height: number;
  places: Place[];
  label: Message;
  /** The usual size of a place, 0 where that is the size of most of them. */
  unit?: number;
  /** Where panels lie on a wide screen. */
  trays?: "below" | "beside" | "either";
  /** It may be turned by a quarter to the left, to stand on a narrow screen or lie on a wide one. */
  turns?: boolean;
}

/** A sign drawn on a piece: lengths are in widths of the piece, from its centre. */
export interface Token {
  sprite: string;
  dx: number;
  dy: number;
  size: number;
  label: Message;
  tint: string;
}

export interface Piece {
  id: string;
  sprite: string;
  place: string;
  label: Message;
  face: string;
  tint: string;
  mark: string;
  seat: number;
  order: number;
  /** A symbol drawn small over its upper right corner. */
  badge?: string;
  pattern?: Token[];
  /** What only its seat may look at shows this face to the others at the same screen ("" hides it); null: everybody sees it. */
  cover?: string | null;
  /** A key that clicks it. */
  hotkey?: string;
  /** Something about it is still going on: somebody has not chosen yet. */
  busy?: boolean;
  /** It is drawn over whatever lies on other places. */
  above?: boolean;
}

export interface Panel {
  id: string;
  kind: string;
  title: Message;
  places: Place[];
  lines: Message[];
  seat: number;
  /** It is only looked at, and need not be as large as a finger. */
  small?: boolean;
  /** Only its seat may look at what lies in it. */
  secret?: boolean;
}

export interface Button {
  id: string;
  label: Message;
  /** It is called out, in a hurry: drawn large. */
  loud?: boolean;
  /** False where one's own things do not carry it; it may be pressed all the same. */
  lit?: boolean;
  /** A key that presses it. */
  hotkey?: string;
}

export interface Node {
  click: string;
  action: number;
  next: number[];
  key: number;
  extra: Record<string, number | string>;
  /** Clicking it binds the player to the first click of the half-made move. */
  binds?: boolean;
  /** What is shown as chosen after this click, where it is not simply what was clicked. */
  chosen?: string[] | null;
  /** While it is the last click, the marker stands where the first thing clicked stood. */
  marks?: boolean;
  /** The places that the piece passes between the click before and this one. */
  way?: string[];
  /** Which of the keys says what is expected after this click. */
  hint?: number;
  /** What is laid over the board after this click, in `Choices.overlays`; -1 for nothing. */
  overlay?: number;
  /** What the action will do, in `Choices.previews`; -1 where nothing need be shown. */
  preview?: number;
  /** What is written where this may be clicked next. */
  sign?: string;
  /** People race for its action: it is pressed at once, and timed. */
  raced?: boolean;
}

/** The pattern of the piece clicked first, laid over the board: the distances x, y of its tokens from the place it is laid on. */
export interface Overlay {
  offsets: [number, number][];
}

/** What an action will do: places to be outlined, and a few words. */
export interface Preview {
  places: string[];
  label: Message;
}

export interface Choices {
  seat: number;
  nodes: Node[];
  roots: number[];
  keys: string[];
  buttons: Button[];
  more: boolean;
  /** The piece shown where a half-made move began, after a click that marks. */
  marker?: string;
  overlays?: Overlay[];
  previews?: Preview[];
  /** It is for the player to find where an overlay may be laid. */
  quiet?: boolean;
}

export interface Motion {
  piece: string;
  path: string[];
  kind: string;
  /** It begins when all motions before it are done. */
  after?: boolean;
}

export interface Happening {
  seat: number;
  text: string;
  message: Message;
  motions: Motion[];
  trace: string[];
  /** What it sounds like, "" for the house's own. */
  sound?: string;
  /** What the seat called out. */
  cry?: Message | null;
}

export interface Standing {
  seat: number;
  tints: string[];
  mark: string;
  lines: Message[];
  rank: number;
  /** The place of the board where this seat sits, "" where seats have none. */
  place?: string;
}

/** A line of the player aid. */
export interface AidRow {
  title: Message;
  what: Message;
  /** One's own things allow it now. */
  lit?: boolean;
}

export interface Scene {
  game: string;
  layout: string;
  audience: number[];
  actors: number[];
  prompt: Message;
  standings: Standing[];
  pieces: Piece[];
  panels: Panel[];
  choices: Choices[];
  last: Happening | null;
  ending: string;
  now_ms: number;
  due_ms: number;
  /** Degrees, clockwise, that the board is shown turned about the layout's centre. */
  turn?: number;
  /** Places of the board that come and go, beside those of the layout. */
  places?: Place[];
  aid?: AidRow[];
}

export interface Chair {
  seat: number;
  who: "open" | "person" | "bot";
  name: string;
  level: string;
  /** Another person on the same screen as whoever sat down first. */
  here: boolean;
  yours: boolean;
  online: boolean;
  resigned: boolean;
  /** What this seat is given in races, ms. */
  handicap_ms?: number;
}

export interface TableFacts {
  id: string;
  game: string;
  seats: number;
  options: Record<string, unknown>;
  first: number | string;
  phase: "lobby" | "playing" | "over";
  host: boolean;
  chairs: Chair[];
  /** Your seats that may take their last move back at once, and those that may ask the others for it. */
  may_undo: number[];
  may_ask: number[];
  asking: null | { seat: number; answers: Record<string, boolean>; waiting: number[] };
  rematch: null | string;
  outcome: null | { returns: number[]; ranking: number[]; ending: string };
  commitment: string;
  seed: string | null;
  since_ms: number;
  /** How strong bots play: as they can, below that while rules are being compiled, or where they cannot be. */
  bots: "ready" | "hasty" | "weak";
}

export interface You {
  seats: number[];
  name: string;
}

export interface Move {
  n: number;
  seat: number;
  text: string;
  message: Message;
  motions: Motion[];
  trace: string[];
  sound?: string;
  cry?: Message | null;
}

/** What people race for now: `seats` are those of this screen that may still act; `actions` the codes raced for, where the server says them. */
export interface RaceFacts {
  cue: string;
  kind: string;
  at_ms: number;
  seats: number[];
  /** The seat whose call gave the cue, -1 where none did: its time counts from its own press of the call. */
  by?: number;
  actions?: number[] | null;
}

export type RaceResult = "taken" | "late" | "early" | "void";

/** What one hand did in a race, every raw value of it, ms. */
export interface PhotoRow {
  seat: number;
  action: number;
  text: string;
  elapsed_ms: number;
  reaction_ms: number;
  compensation_ms: number;
  reach_ms: number;
  handicap_ms: number;
  key_ms: number;
  place: number;
  result: RaceResult;
  /** What it did, in words, where the server has them. */
  message?: Message | null;
}

/** How a race was decided. */
export interface Photo {
  cue: string;
  kind: string;
  slow: boolean;
  window_ms: number;
  rows: PhotoRow[];
}

export type CheerKind = "clap" | "oh" | "laugh" | "drum";

export type Do =
  | { kind: "sit"; seat: number; name: string; here?: boolean }
  | { kind: "stand"; seat: number }
  | { kind: "bot"; seat: number; level: string }
  | { kind: "start" }
  | { kind: "act"; seat: number; action: number; how: string[] }
  | { kind: "undo"; seat: number }
  | { kind: "consent"; seat: number; yes: boolean }
  | { kind: "resign"; seat: number }
  | { kind: "rematch" };

export type Outgoing =
  | { t: "hello"; table: string; last_seq: number; view_hash: string }
  | { t: "command"; table: string; command_id: string; expected_seq: number; do: Do }
  | { t: "why"; table: string; id: string; seat: number; clicks: string[] }
  | { t: "more"; table: string; id: string; seat: number; click: string }
  | { t: "past"; table: string; id: string; move: number }
  | { t: "claim"; table: string; command_id: string; cue: string; seat: number; action: number; reaction_ms: number }
  | { t: "mark"; table: string; cue: string; seat: number; ms: number }
  | { t: "wave"; table: string; seat: number; x: number; y: number }
  | { t: "cheer"; table: string; kind: CheerKind };

/** What decides nothing by itself and is never sent again. */
export type Passing =
  | { t: "mark"; cue: string; seat: number; ms: number }
  | { t: "wave"; seat: number; x: number; y: number }
  | { t: "cheer"; kind: CheerKind };

interface View {
  seq: number;
  view_hash: string;
  table: TableFacts;
  you: You;
  scene: Scene | null;
  layout: Layout | null;
  race?: RaceFacts | null;
}

/** What happens at a table in real time, beside its states. */
export type Live =
  | { t: "cue"; table: string; cue: string; kind: string }
  | ({ t: "photo"; table: string } & Photo)
  | { t: "waves"; table: string; seat: number; x: number; y: number }
  | { t: "cheers"; table: string; seat: number; name: string; kind: CheerKind };

export type Incoming =
  | ({ t: "welcome"; moves: Move[] } & View)
  | ({ t: "update"; moves_from: number; moves: Move[] } & View)
  | { t: "current"; seq: number }
  | { t: "applied"; command_id: string; seq: number }
  | { t: "duplicate"; command_id: string; seq: number }
  | { t: "rejected"; command_id: string; reason: Message; rules: string[]; seq: number; scene: Scene | null }
  | { t: "because"; id: string; reason: Message; rules: string[] }
  | { t: "choices"; id: string; choices: Choices }
  | { t: "past"; id: string; move: number; scene: Scene }
  | { t: "error"; reason: Message; id: string }
  | Live;

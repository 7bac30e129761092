/**
 * The messages between this browser and the server, and the scenes they carry. Made by `tools/wire_types.py` from the server's
 * structures (`server/wire.py`, `scene/model.py`): change those, and make it again.
 */

import type { Message } from "../lib/i18n";

/**
 * A seat at a table. `here`: another person on the screen of the guest who took it. `handicap_ms`: what it is given in races.
 * `stand_in`: a bot plays there while they are away; `offered`: somebody who watches may play on there.
 */
export interface ChairFacts {
  seat: number;
  who: "bot" | "open" | "person";
  name: string;
  level: string;
  here: boolean;
  yours: boolean;
  online: boolean;
  resigned: boolean;
  handicap_ms: number;
  stand_in: boolean;
  offered: boolean;
}

/** A takeback that `seat` asks for: who said yes so far (by seat), and the seats that have not answered. */
export interface AskingFacts {
  seat: number;
  answers: Record<string, boolean>;
  waiting: number[];
}

/**
 * How a game ended.
 *
 * Attributes:
 *     returns: each seat's share of the win, from 0 to 1.
 *     ranking: each seat's rank from 1; equal seats share a rank.
 *     ending: what ended the game, one of `Game.terminations`.
 */
export interface Outcome {
  returns: number[];
  ranking: number[];
  ending: string;
}

/**
 * A table as a guest may know it. `may_undo`: your seats that may take back at once; `may_ask`: those that may take back or ask.
 *
 * `company`: who was meant to sit down, friends or anybody.
 * `bots`: how strong bots play: as they can, below that while rules are being compiled, or where they cannot be.
 */
export interface TableFacts {
  id: string;
  game: string;
  seats: number;
  options: Record<string, unknown>;
  first: number | string;
  company: "friends" | "strangers";
  phase: "lobby" | "over" | "playing";
  host: boolean;
  chairs: ChairFacts[];
  may_undo: number[];
  may_ask: number[];
  asking: AskingFacts | null;
  rematch: string | null;
  outcome: Outcome | null;
  commitment: string;
  nonces: string[];
  seed: string | null;
  bots: "hasty" | "ready" | "weak";
}

/** Who the server takes this browser for: its seats at the table, and the name of its guest. */
export interface You {
  seats: number[];
  name: string;
}

/**
 * A seat in the list beside the board: `lines` are counters (kangaroos home, points); `tints` its colours.
 *
 * `rank` is written by a game that ranks seats before its end; at the end the table does it. `place` is the place of the board
 * where this seat sits, "" where seats have none: what it calls out is shown there.
 */
export interface Standing {
  seat: number;
  tints: string[];
  mark: string;
  lines: Message[];
  rank: number;
  place: string;
}

/**
 * A sign drawn on a piece, a part of its pattern: a symbol `size` wide, its centre `dx`, `dy` from the piece's centre.
 *
 * Lengths are in widths of the piece. Tokens of a grid are `size` apart, so that the text drawing can tell rows and columns.
 */
export interface Token {
  sprite: string;
  dx: number;
  dy: number;
  size: number;
  label: Message;
  tint: string;
}

/**
 * Something standing on a place. `sprite` is a symbol of the game's `art/sprites.svg`; `face` a variant of it.
 *
 * The drawing uses the symbol `<sprite>-<face>` if there is one, else `<sprite>`. `tint` is a palette name (`red`, `blue`,
 * `yellow`, `green`, `plum`, `sky`, `none`), `mark` a short text or shape sign shown with it (never colour alone), `seat`
 * its owner or -1. Several pieces may share a place: they are drawn as a heap, `order` giving who lies on top.
 *
 * `badge` is another symbol, drawn small over the upper right corner (a shield: nobody may take it), "" for none; the label
 * says the same in words. `sign` is the piece in characters; "" leaves it to the pen (the seat's number).
 * `pattern` is drawn on the piece (the tokens on a card), and is what an `Overlay` lays over the board.
 * `cover` belongs to what only its seat may look at: on a screen that several people see it stands for the face ("": the
 * piece is not drawn) until that seat asks to look. None: everybody may see it.
 * `hotkey` is a key that clicks it (`1`); `busy` says that something about it is still going on (somebody who has not chosen
 * yet), and the label says so too. `above`: it is drawn over whatever lies on other places (a pawn among cards). `risky`: it may
 * be clicked, and nobody should: that would cost the game.
 */
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
  badge: string;
  sign: string;
  pattern: Token[];
  cover: string | null;
  hotkey: string;
  busy: boolean;
  above: boolean;
  risky: boolean;
}

/**
 * Somewhere a piece may stand. `x`, `y` is the centre; `shape` is `rect` or `circle` (then `w` is the diameter).
 *
 * `column`, `row` place it on the character grid of the text drawing (row 0 on top); -1 leaves it out; `sign` is what is
 * shown there while nothing stands on it, one to three characters; `side` one that runs along its west (a stream, a fence).
 */
export interface Place {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  label: Message;
  shape: string;
  column: number;
  row: number;
  sign: string;
  side: string;
}

/**
 * Something beside the board: `hand`, `dice`, `tray`, `shown`, `score`, `prompt`. Its places are laid out in a row.
 *
 * `shown` is what somebody shows at this moment, for all who see it to read: it is drawn large, and over nothing.
 *
 * `small`: it is only looked at (another's hand), and need not be as large as a finger. `secret`: only its seat may look at
 * what lies in it (the pieces have a `cover`).
 */
export interface Panel {
  id: string;
  kind: string;
  title: Message;
  places: Place[];
  lines: Message[];
  seat: number;
  small: boolean;
  secret: boolean;
}

/**
 * A click in a graph of clicks. `click` is a place, piece or button id; `action` the legal action done by stopping
 * here, or -1 if more clicks are needed; `next` the indices of the nodes that may follow (cycles allowed).
 *
 * The label of an action is `Choices.keys[key]` with the arguments `first`, `before` and `last` (the labels of the first thing
 * clicked, the last but one and the last) and `extra`, that of the clicks before it included.
 *
 * `binds` is True where a click on this node binds the player to the first click of the path: the clicks made after the
 * first may still be taken back and others made, the first may no more be changed during this turn.
 *
 * `leaves_marker` is True where, while this click is the last one, `Choices.marker` stands where the first thing clicked stood.
 *
 * `path` are the places that the piece passes between the click before and this one, for the trail that shows the move.
 * `hint` is the index in `Choices.keys` of what to say once this is clicked and more clicks are needed (how far the piece
 * goes, and why), with the same arguments as the label; -1 leaves it to the house.
 * `overlay` is the number in `Choices.overlays` of what is laid over the board after this click, -1 for nothing; `preview` the
 * number in `Choices.previews` of what the action will do, -1 where nothing need be shown.
 * `chosen` are the ids shown as chosen after this click, where they are not simply those clicked so far (a second click on
 * a die gives it up again). `sign` is written where this may be clicked next: what going there costs, in a character or two.
 * `raced`: people race for this action, and who is quickest gets it.
 */
export interface Node {
  click: string;
  action: number;
  next: number[];
  key: number;
  extra: Record<string, number | string>;
  binds: boolean;
  leaves_marker: boolean;
  path: string[];
  hint: number;
  overlay: number;
  preview: number;
  chosen: string[] | null;
  sign: string;
  raced: boolean;
}

/**
 * Something to press that is not on the table (`pass`, a colour, `keep the dice`).
 *
 * `loud`: it is called out, in a hurry, and drawn large. `lit` is False where it may be pressed although one's own things do
 * not carry it (a call that is not true). `hotkey` is a key that presses it. `drawn` is False where nobody would press it, as
 * the same comes of something simpler: it is legal, and a screen leaves it out. A button that may be pressed again in `rests_ms`
 * and not before is in no node of the choices: it then does `action`.
 */
export interface Button {
  id: string;
  label: Message;
  loud: boolean;
  lit: boolean;
  hotkey: string;
  drawn: boolean;
  rests_ms: number;
  action: number;
}

/**
 * The pattern of the piece that was clicked first, laid over the board: it is slid, and turned by clicking another node.
 *
 * `offsets` are the distances x, y of its tokens, in their order, from the place it is laid on (a click that may follow), in
 * the layout's units. Nodes with an overlay that follow the same click are the positions it may be turned to, in their order.
 */
export interface Overlay {
  offsets: [number, number][];
}

/** What an action will do, shown before it is done: `places` outlined, and a few words about them. */
export interface Preview {
  places: string[];
  label: Message;
}

/**
 * The legal actions of a seat, as a graph of clicks; `roots` are the indices of the first clicks.
 *
 * Every legal action is the action of at least one reachable node, and no other action is. `more` is True where some
 * graphs were left out to keep the scene small: they are asked for by their first click. `marker` is the id of the piece
 * that marks, after a click that `leaves_marker`, where a half-made move began ("" where none does). `quiet`: it is for the player to
 * find where an overlay may be laid; it is shown only to who asks for it, and how often they asked is counted.
 */
export interface Choices {
  seat: number;
  nodes: Node[];
  roots: number[];
  keys: string[];
  buttons: Button[];
  more: boolean;
  marker: string;
  overlays: Overlay[];
  previews: Preview[];
  quiet: boolean;
}

/**
 * A piece going along `path` (place ids, the first where it comes from): `hop`, `slide`, `appear`, `vanish`, `flip`.
 *
 * In the motions of an event view, a piece's own follow one another and different pieces go together; but a piece that moves
 * again, after motions of others in the list, waits for them. So does a motion with `after`: what another one has caused.
 */
export interface Motion {
  piece: string;
  path: string[];
  kind: string;
  after: boolean;
}

/**
 * What an action looked like: words for the list of moves, motions to show, places for the trace it leaves.
 *
 * `sound` is what it sounds like, one of `SOUNDS` or "" for the house's own; `cry` what the seat called out, shown beside it.
 */
export interface EventView {
  seat: number;
  text: string;
  message: Message;
  motions: Motion[];
  trace: string[];
  sound: string;
  cry: Message | null;
}

/**
 * A line of the player aid: what there is to do, and what it takes and gives. `lit`: one's own things allow it now.
 *
 * `button` is the id of the button that does it, "" for none, and `hotkey` its key: where a screen lies open to several people,
 * all have the same calls before them at all times, so that nothing tells of a hand.
 */
export interface AidRow {
  title: Message;
  what: Message;
  lit: boolean;
  button: string;
  hotkey: string;
}

/**
 * What has just been decided about a seat, told large: in a word, why, and the rows of the rulebook that say so.
 *
 * `crown`: this seat has won it all.
 */
export interface Notice {
  seat: number;
  title: Message;
  why: Message;
  rules: string[];
  crown: boolean;
}

/**
 * Everything an audience sees. `choices` has one entry for each of the audience's seats that may act.
 *
 * `prompt` says what is expected, of whom. `actors` are the seats that may act (without chance). `rank` of the standings
 * and `ending` (a termination's name) are set when the game is over. `due_ms` is the next instant at which something
 * happens by itself, -1 if never, on the game's clock, `now_ms`. A game leaves `audience`, `actors`, `choices`, `last`,
 * `ending` and `due_ms` to the table, which fills them in.
 *
 * `turn` is how many degrees, clockwise, the board and the places of its layout are shown turned about the layout's centre, so
 * that an audience sits at its own side of the table; pieces stay upright, panels stay where they are. `places` are places of
 * the board that come and go beside those of the layout, in its units and turned with it: where a thing lies that was laid down
 * by hand, where people sit round a table that some have left. `aid` is the player aid. `notices` are there as long as what was
 * decided is to be looked at.
 */
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
  last: EventView | null;
  ending: string;
  now_ms: number;
  due_ms: number;
  turn: number;
  places: Place[];
  aid: AidRow[];
  notices: Notice[];
}

/**
 * What never changes during a game: the board's size, its picture (an asset named by `id`) and its places.
 *
 * `text_board` is the board in characters, for boards that are no grid: its lines, with a hole `{id}` for each place that is
 * drawn, filled by what stands there (`Piece.sign`) or by the place's own `sign`; all of these are equally wide.
 * `trays` says where panels lie on a wide screen: `below` the board, `beside` it, or `either` as the board is long or tall (on a
 * narrow screen always below).
 * `turns`: the board may be turned by a quarter to the left, to stand upright on a narrow screen or lie flat on a wide one (its
 * picture too, so nothing in it has a right way up).
 * `unit` is the usual size of a place, 0 where that is the size of most of them: what lies beside the board is drawn to match.
 */
export interface Layout {
  id: string;
  width: number;
  height: number;
  places: Place[];
  label: Message;
  text_board: string[];
  trays: "below" | "beside" | "either";
  turns: boolean;
  unit: number;
}

/**
 * What people race for now: `seats` are your own that may still act, `actions` the codes raced for.
 *
 * `by` is the seat whose call gave the cue, -1 where none did; `at_ms` the cue's instant on the game's clock.
 */
export interface RaceFacts {
  cue: string;
  kind: "call" | "grab";
  at_ms: number;
  by: number;
  seats: number[];
  actions: number[];
}

/** A line of the list of moves; `n` counts from 1, the seat -1 is chance, -2 time. */
export interface Move {
  seat: number;
  text: string;
  message: Message;
  motions: Motion[];
  trace: string[];
  sound: string;
  cry: Message | null;
  n: number;
}

/**
 * Everything about a table, once after `hello`. `scene` is null before the game starts.
 *
 * `since_ms`: how long the present actors have been waited for. `begins_ms`: how long until the game begins, -1 where nobody counts.
 */
export interface Welcome {
  t: "welcome";
  seq: number;
  view_hash: string;
  table: TableFacts;
  you: You;
  scene: Scene | null;
  layout: Layout | null;
  race: RaceFacts | null;
  since_ms: number;
  begins_ms: number;
  moves: Move[];
}

/** Answer to a `hello` whose view is still right. */
export interface Current {
  t: "current";
  seq: number;
}

/** Something happened. `moves` replaces the list of moves from index `moves_from` on; `layout` is null where it was sent before. */
export interface Update {
  t: "update";
  seq: number;
  view_hash: string;
  table: TableFacts;
  you: You;
  scene: Scene | null;
  layout: Layout | null;
  race: RaceFacts | null;
  since_ms: number;
  begins_ms: number;
  moves_from: number;
  moves: Move[];
}

/** The command is in the log, as event `seq`. */
export interface Applied {
  t: "applied";
  command_id: string;
  seq: number;
}

/** The command was already applied, as event `seq`. */
export interface Duplicate {
  t: "duplicate";
  command_id: string;
  seq: number;
}

/** The command was not applied; `reason` is a message, `rules` the rows of the rulebook behind it. */
export interface Rejected {
  t: "rejected";
  command_id: string;
  reason: Message;
  rules: string[];
  seq: number;
  scene: Scene | null;
}

/** Answer to `why`. */
export interface Because {
  t: "because";
  id: string;
  reason: Message;
  rules: string[];
}

/** Answer to `more`. */
export interface ChoicesOut {
  t: "choices";
  id: string;
  choices: Choices;
}

/** Answer to `past`. */
export interface PastOut {
  t: "past";
  id: string;
  move: number;
  scene: Scene;
}

/** A message that could not be understood or served; `id` is of the request, where it had one. */
export interface Error {
  t: "error";
  reason: Message;
  id: string;
}

/**
 * Something that all hurry to answer; written to every socket at once, before anything else is told of it.
 *
 * For a cue to grab it says to all what they need until they are told the rest: since when, by whose call, which seats may act, and
 * the codes of what lies there for whoever is first, as far as a spectator may know.
 */
export interface Cue {
  t: "cue";
  table: string;
  cue: string;
  kind: "call" | "grab";
  at_ms: number;
  by: number;
  seats: number[];
  actions: number[];
}

/** What one hand did in a race, every raw value of it in milliseconds. A call that came to nothing has the action -1 and no text. */
export interface PhotoRow {
  seat: number;
  action: number;
  result: "early" | "late" | "taken" | "void";
  elapsed_ms: number;
  reaction_ms: number;
  compensation_ms: number;
  reach_ms: number;
  handicap_ms: number;
  key_ms: number;
  text: string;
  place: number;
}

/**
 * How the claims about a cue came in so far, in their order.
 *
 * `slow`: the server itself paused meanwhile; `doubtful`: and that could have changed what came of it.
 */
export interface Photo {
  t: "photo";
  table: string;
  cue: string;
  kind: "call" | "grab";
  slow: boolean;
  doubtful: boolean;
  window_ms: number;
  rows: PhotoRow[];
}

/** Another player's hand moves. */
export interface Waves {
  t: "waves";
  table: string;
  seat: number;
  x: number;
  y: number;
}

/** Somebody made a noise; seat -1 for who only watches. */
export interface Cheers {
  t: "cheers";
  table: string;
  seat: number;
  name: string;
  kind: "clap" | "drum" | "laugh" | "oh";
}

/** Watch a table from now on; the answer is `welcome` (or `current` where `view_hash` is still right). */
export interface Hello {
  t: "hello";
  table: string;
  last_seq?: number;
  view_hash?: string;
}

/**
 * Take an open seat, or, while the game goes on, one that its host offers where a bot stands in; `name` is shown to all. `here`: for
 * somebody else on this screen.
 *
 * `nonce` is the player's own share in the table's chance, any short text; the server makes one where it is empty.
 */
export interface Sit {
  kind: "sit";
  seat: number;
  name: string;
  here?: boolean;
  nonce?: string;
}

/** Leave a seat before the game starts (the host may also empty a bot's seat). */
export interface Stand {
  kind: "stand";
  seat: number;
}

/** The host gives an open seat to a bot of this level. */
export interface SitBot {
  kind: "bot";
  seat: number;
  level: string;
}

/** Begin, once every seat is taken. (A table also begins by itself when its last seat is taken.) */
export interface Start {
  kind: "start";
}

/** An action of a seat, by its integer; `path` the way it is carried out (place ids), empty for the usual one. */
export interface Act {
  kind: "act";
  seat: number;
  action: number;
  path?: string[];
}

/** Take back the seat's last action: at once where the policy allows, else by asking the others. */
export interface Undo {
  kind: "undo";
  seat: number;
}

/** Answer the takeback that is being asked for, for this seat. */
export interface Consent {
  kind: "consent";
  seat: number;
  yes: boolean;
}

/** Give up the game for this seat. */
export interface Resign {
  kind: "resign";
  seat: number;
}

/**
 * Have a bot play for somebody who is away, until they come back. Whoever plays at the table may.
 *
 * `open`: somebody who watches may play on there instead, and whoever left finds the seat taken then. Only the host says so.
 */
export interface StandIn {
  kind: "stand_in";
  seat: number;
  open?: boolean;
}

/** After the end: a new table with the same people (answered by the table's `rematch` field). */
export interface Rematch {
  kind: "rematch";
}

/** Do something at a table; always answered by `applied`, `duplicate` or `rejected` with the same `command_id`. */
export interface Command {
  t: "command";
  table: string;
  command_id: string;
  expected_seq: number;
  do: Sit | Stand | SitBot | Start | Act | Undo | Consent | Resign | StandIn | Rematch;
}

/** Why can these clicks (ids of pieces, places, buttons) not be done? Answered by `because`. */
export interface Why {
  t: "why";
  table: string;
  id: string;
  seat: number;
  clicks: string[];
}

/** The choices that begin with this click, left out of a scene to keep it small. Answered by `choices`. */
export interface More {
  t: "more";
  table: string;
  id: string;
  seat: number;
  click: string;
}

/** The scene after the first `move` moves. Answered by `past`. */
export interface Past {
  t: "past";
  table: string;
  id: string;
  move: number;
}

/**
 * Do what others may be doing at the same moment, in the race of this cue; answered like a command.
 *
 * `reaction_ms` is the time from the cue's presentation to the press, on the browser's one clock; for the seat whose call
 * gave the cue, from that call. Until its cue has come, such a seat names it by the `command_id` of the call. `travel_ms`: for so
 * long before the press a mouse or a pen was on its way to what it pressed.
 */
export interface Claim {
  t: "claim";
  table: string;
  command_id: string;
  cue: string;
  seat: number;
  action: number;
  reaction_ms: number;
  travel_ms?: number;
}

/** Nothing was pressed for this seat up to `ms` after the cue's presentation: nobody needs to wait for it. */
export interface Idle {
  t: "idle";
  table: string;
  cue: string;
  seat: number;
  ms: number;
}

/** A seat's hand moves over the board, for the others to see: -1 to 1 from its middle, y downwards. Kept nowhere. */
export interface Wave {
  t: "wave";
  table: string;
  seat: number;
  x: number;
  y: number;
}

/** A noise that anybody at the table, or around it, makes. */
export interface Cheer {
  t: "cheer";
  table: string;
  kind: "clap" | "drum" | "laugh" | "oh";
}

export type Incoming =
  | Welcome
  | Current
  | Update
  | Applied
  | Duplicate
  | Rejected
  | Because
  | ChoicesOut
  | PastOut
  | Error
  | Cue
  | Photo
  | Waves
  | Cheers;

export type Outgoing =
  | Hello
  | Command
  | Why
  | More
  | Past
  | Claim
  | Idle
  | Wave
  | Cheer;

export type Do =
  | Sit
  | Stand
  | SitBot
  | Start
  | Act
  | Undo
  | Consent
  | Resign
  | StandIn
  | Rematch;

/** What the server leaves out where it is as usual. */
export const USUAL = {
  Standing: {"lines": [], "rank": 0, "place": ""} satisfies Partial<Standing>,
  Token: {"tint": "none"} satisfies Partial<Token>,
  Piece: {"face": "", "tint": "none", "mark": "", "seat": -1, "order": 0, "badge": "", "sign": "", "pattern": [], "cover": null, "hotkey": "", "busy": false, "above": false, "risky": false} satisfies Partial<Piece>,
  Place: {"shape": "rect", "column": -1, "row": -1, "sign": "·", "side": ""} satisfies Partial<Place>,
  Panel: {"places": [], "lines": [], "seat": -1, "small": false, "secret": false} satisfies Partial<Panel>,
  Node: {"action": -1, "next": [], "key": 0, "extra": {}, "binds": false, "leaves_marker": false, "path": [], "hint": -1, "overlay": -1, "preview": -1, "chosen": null, "sign": "", "raced": false} satisfies Partial<Node>,
  Button: {"loud": false, "lit": true, "hotkey": "", "drawn": true, "rests_ms": 0, "action": -1} satisfies Partial<Button>,
  Choices: {"buttons": [], "more": false, "marker": "", "overlays": [], "previews": [], "quiet": false} satisfies Partial<Choices>,
  Motion: {"after": false} satisfies Partial<Motion>,
  EventView: {"motions": [], "trace": [], "sound": "", "cry": null} satisfies Partial<EventView>,
  AidRow: {"lit": false, "button": "", "hotkey": ""} satisfies Partial<AidRow>,
  Notice: {"rules": [], "crown": false} satisfies Partial<Notice>,
  Scene: {"audience": [], "actors": [], "panels": [], "choices": [], "last": null, "ending": "", "now_ms": 0, "due_ms": -1, "turn": 0.0, "places": [], "aid": [], "notices": []} satisfies Partial<Scene>,
  Layout: {"text_board": [], "trays": "below", "turns": false, "unit": 0.0} satisfies Partial<Layout>,
  Move: {"motions": [], "trace": [], "sound": "", "cry": null} satisfies Partial<Move>,
};

/** Which fields hold structures. */
export const PARTS = {
  Piece: {"pattern": "Token"},
  Panel: {"places": "Place"},
  Choices: {"nodes": "Node", "buttons": "Button"},
  EventView: {"motions": "Motion"},
  Scene: {"standings": "Standing", "pieces": "Piece", "panels": "Panel", "choices": "Choices", "last": "EventView", "places": "Place", "aid": "AidRow", "notices": "Notice"},
  Layout: {"places": "Place"},
  Move: {"motions": "Motion"},
  Welcome: {"scene": "Scene", "layout": "Layout", "moves": "Move"},
  Update: {"scene": "Scene", "layout": "Layout", "moves": "Move"},
  Rejected: {"scene": "Scene"},
  ChoicesOut: {"choices": "Choices"},
  PastOut: {"scene": "Scene"},
} as const;

/** The structure of each message, by its tag. */
export const KINDS = {
  welcome: "Welcome",
  current: "Current",
  update: "Update",
  applied: "Applied",
  duplicate: "Duplicate",
  rejected: "Rejected",
  because: "Because",
  choices: "ChoicesOut",
  past: "PastOut",
  error: "Error",
  cue: "Cue",
  photo: "Photo",
  waves: "Waves",
  cheers: "Cheers",
} as const;

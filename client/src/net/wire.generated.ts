/**
 * The messages between this browser and the server, and the scenes they carry. Made by `tools/wire_types.py` from the server's
 * structures (`server/room/wire.py`, `scene/model.py`): change those, and make it again.
 */

import type { Message } from "../lib/i18n";

/** A seat's clock: what it had left at `since_ms`, from when it runs; -1 if it stands. */
export interface ClockFacts {
  left_ms: number;
  since_ms: number;
}

/**
 * A seat at a table. Instants are on the table's clock, see `now_ms` of a `welcome`; -1 for never.
 *
 * Attributes:
 *     who: whether the seat is open, or has a person or a bot.
 *     here: whether it belongs to another person on the screen of the guest who took it.
 *     handicap_ms: the head start of its hand in races, in milliseconds.
 *     stand_in: whether a bot plays there while its player is away.
 *     offered: whether a watcher may take it over.
 *     advised: how often the seat asked for advice.
 *     absent_ms: since when its person has been away, once the log says so.
 *     awaited: whether the game, which somebody else wants, waits for its person to come. No clock runs before.
 *     declined: whether its person does not want to play this game.
 *     nudged_ms: when it was last reminded, by the seat `nudged_by`.
 *     heard_ms: when its person last answered a reminder.
 *     resigns_ms: when its resignation takes effect.
 *     timed_out: whether it lost on time.
 *     late: whether its time for this move is up, so that a bot plays the move.
 *     ready: whether its person is ready for the game to begin.
 *     clock: its clock; null if there is none.
 *     taken_over: how often somebody else has taken it over while the game went on.
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
  advised: number;
  absent_ms: number;
  awaited: boolean;
  declined: boolean;
  nudged_ms: number;
  nudged_by: number;
  heard_ms: number;
  resigns_ms: number;
  timed_out: boolean;
  late: boolean;
  ready: boolean;
  clock: ClockFacts | null;
  taken_over: number;
}

/**
 * What a seat asks of the others.
 *
 * Attributes:
 *     kind: to take back its move, or to end the game without a winner.
 *     seat: the seat that asks.
 *     answers: who has answered, by seat, and whether they agree.
 *     waiting: the seats that have not answered.
 */
export interface AskingFacts {
  kind: "end" | "undo";
  seat: number;
  answers: Record<string, boolean>;
  waiting: number[];
}

/**
 * How the last request ended, until there is another.
 *
 * Attributes:
 *     seat: the seat that asked.
 *     seq: the number of the event that asked, by which a page knows whether it has shown the answer.
 *     by: the seat that refused, or agreed last; the asking seat itself if it asks no longer; -1 if the game went on without an answer.
 */
export interface ReplyFacts {
  kind: "end" | "undo";
  seat: number;
  seq: number;
  by: number;
  yes: boolean;
}

/**
 * How much time people have.
 *
 * Attributes:
 *     per: `move` (for each move; a bot plays it when the time is up), `game` (in all; the game is lost when the time is up), or `days`
 *         (for each move, over days; the game is lost).
 *     seconds: for each move, or in all.
 *     increment: the seconds that each turn adds to a time in all.
 */
export interface TimeControl {
  per: "days" | "game" | "move";
  seconds: number;
  increment: number;
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

/** A seat stopped playing, or was late, after this many events (`move`) of the game; seat -1 if it ended without a winner. */
export interface Quit {
  seat: number;
  why: "abandoned" | "called_off" | "late" | "resigned" | "timed_out";
  move: number;
}

/** A seat took its move back with event `seq` of the log, and the first `move` events of the game remained. */
export interface Takeback {
  seat: number;
  move: number;
  seq: number;
}

/** Which newcomers may sit down, and until when the present link is valid (Unix ms); -1 for no limit. */
export interface InvitationFacts {
  who: "anybody" | "link" | "nobody";
  until_ms: number;
}

/** Somebody whom the host has removed, with the number for letting them in again. Only the host gets this. */
export interface RemovedFacts {
  n: number;
  name: string;
}

/** The moment of another game at which a table began ("what if?"): after the first `move` events of the table `table`. */
export interface Origin {
  table: string;
  move: number;
}

/**
 * A table as a guest may know it.
 *
 * Attributes:
 *     company: who was meant to sit down: friends or strangers.
 *     may_undo: your seats that may take back at once.
 *     may_ask: your seats that may take back or ask to.
 *     advice: whether you may ask what a good bot would do.
 *     reply: how the last request ended.
 *     patience_ms: how long somebody must be gone before the others may do something about it.
 *     reminder_ms: how long a reminder may stay unanswered, before one may remind again, or let a bot play for who is there.
 *     resigning_ms: how long a resignation may be taken back.
 *     clock: how much time people have; null for no limit.
 *     chat: whether people may write to each other.
 *     bots: how strong bots play: `ready` at full strength, `hasty` below it while rules are being compiled, `weak` if they are not.
 *     quits: who stopped playing or was late, in order, and after which move.
 *     takebacks: who took a move back, in order, and how many moves remained.
 *     rematch_by: the seat that asked for the rematch; -1 if nobody did.
 *     paused: whether the game is paused because all players have left the table.
 *     setting_up: whether no turn has begun: pieces are being set up, or cards dealt.
 *     together: whether all seats win or lose together.
 *     next_first: the seat that goes first in a rematch; -1 if no seat does.
 *     abandoned: after how many days without anything happening the table was closed; null if it was not.
 *     unrated: why this game does not count for ratings, or would not as things are; null if it does.
 *     invitation: who may sit down.
 *     removed: the people whom you have removed, if you are the host.
 *     closed: whether the host of the server has closed the table.
 *     branch: whether it began at a moment of another game ("what if?").
 *     origin: which moment of which table's game that was, if you have a seat and it is known.
 *     weighs: whether you may see everybody's chances while the game goes on.
 *     alone: whether you may go on with the game in a library without a server.
 *     own_box: whether the host plays it on a box of their own.
 *     differences: how that box differs from the printed one.
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
  reply: ReplyFacts | null;
  patience_ms: number;
  reminder_ms: number;
  resigning_ms: number;
  clock: TimeControl | null;
  chat: boolean;
  rematch: string | null;
  outcome: Outcome | null;
  commitment: string;
  nonces: string[];
  seed: string | null;
  advice: boolean;
  bots: "hasty" | "ready" | "weak";
  together: boolean;
  next_first: number;
  quits: Quit[];
  takebacks: Takeback[];
  rematch_by: number;
  setting_up: boolean;
  paused: boolean;
  abandoned: number | null;
  unrated: Message | null;
  invitation: InvitationFacts;
  removed: RemovedFacts[];
  closed: boolean;
  branch: boolean;
  origin: Origin | null;
  weighs: boolean;
  alone: boolean;
  own_box: boolean;
  differences: Message[];
}

/**
 * Your own seats at the table, and the name the server knows you by.
 *
 * Attributes:
 *     invite: the key that a link needs to let others sit down, if you may pass it on; "" if you may not, or none is needed.
 *     no_seat: why you may not sit down now; null if you may.
 *     lost: the seats that were yours until somebody took them over.
 */
export interface You {
  seats: number[];
  name: string;
  invite: string;
  no_seat: Message | null;
  lost: number[];
}

/**
 * A seat in the standings, the list beside the board.
 *
 * Attributes:
 *     seat: the seat.
 *     tints: its colours, as palette names.
 *     mark: the sign that tells it apart without its colour.
 *     lines: counters, such as points.
 *     rank: its rank, if the game ranks seats before the end; otherwise 0, and the table fills it in at the end.
 *     place: the id of the place on the board where the seat sits, beside which its calls are shown; "" if seats have none.
 *     room: how many lines of a narrow column all that may ever need: a phone keeps room for that many.
 *     out: whether the seat can no longer win, though it may still sit there and take part.
 */
export interface Standing {
  seat: number;
  tints: string[];
  mark: string;
  lines: Message[];
  rank: number;
  place: string;
  room: number;
  out: boolean;
}

/**
 * A symbol in the pattern of a piece. Lengths are in widths of the piece.
 *
 * Attributes:
 *     sprite: a symbol of the game's `art/sprites.svg`.
 *     dx: the horizontal distance from the piece's centre.
 *     dy: the vertical distance from the piece's centre.
 *     size: the width. Tokens in a grid are `size` apart, so that the text board can tell rows and columns.
 *     label: what players call it.
 *     tint: a palette name, see `Piece`.
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
 * Something that stands on a place. Pieces on the same place are drawn as a heap.
 *
 * Attributes:
 *     id: the piece's id.
 *     sprite: a symbol of the game's `art/sprites.svg`.
 *     place: the id of its place.
 *     label: what players call it.
 *     face: which variant of the symbol is drawn: `<sprite>-<face>` if it exists, else `<sprite>`.
 *     tint: a palette name: `red`, `blue`, `yellow`, `green`, `plum`, `sky` or `none`.
 *     mark: a short text or shape shown with the tint, which is never the only difference.
 *     seat: its owner, or -1.
 *     order: its position in the heap, the highest on top.
 *     badge: a second symbol, drawn small over the upper right corner, such as a shield; "" for none. The label says the same in words.
 *     sign: the piece in characters, for the text board; "" for the default: its mark if that is a letter or a number, else the letter
 *     of its tint, or without a tint the first letter of its sprite.
 *     pattern: tokens drawn on the piece, such as those on a card. An `Overlay` lays them over the board.
 *     cover: for a piece that only its seat may look at: the face shown on a screen with several people until that seat asks to look
 *         ("" draws nothing). None if everybody may see it.
 *     hotkey: a key that clicks it, such as `1`.
 *     busy: whether something about it is still going on, such as a choice not yet made. The label says so too.
 *     above: whether it is drawn above the pieces on other places, as a pawn among cards is.
 *     risky: whether a click is allowed but would cost the player the game.
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
 * Somewhere a piece can stand.
 *
 * Attributes:
 *     id: the place's id.
 *     x: the horizontal centre.
 *     y: the vertical centre.
 *     w: the width; the diameter of a circle.
 *     h: the height.
 *     label: what players call it.
 *     shape: `rect` or `circle`.
 *     column: its column in the text board; -1 leaves it out.
 *     row: its row in the text board, from 0 at the top; -1 leaves it out.
 *     sign: one to three characters that the text board shows while nothing stands there.
 *     side: a character for what runs along its west side, such as a stream or a fence.
 *     name: what texts call it in short, such as `d8`. The board shows it on request, and where a text names it; "" for places
 *         that texts call by their label.
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
  name: string;
}

/**
 * Something beside the board, with its places in a row.
 *
 * Attributes:
 *     id: the panel's id.
 *     kind: `hand`, `dice`, `tray`, `shown`, `score` or `prompt`. `shown` is for what a player shows everybody at the moment; it is
 *         drawn large.
 *     title: its heading.
 *     places: its places.
 *     lines: lines of text in it.
 *     seat: its owner, or -1.
 *     small: whether it is only looked at, such as another player's hand, and need not be large enough to tap.
 *     secret: whether only its seat may look at what lies in it. The pieces then have a `cover`.
 *     passing: whether it soon goes away for good, such as what is still to be placed: a screen shows only the acting seat's, where the
 *     board leaves room.
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
  passing: boolean;
}

/**
 * A click in a graph of clicks.
 *
 * The label of an action is the message `Choices.keys[key]`. Its arguments are `first`, `before` and `last` (the labels of the first, the
 * last but one and the last thing clicked), `all` (what is `chosen`, as `Choices.listed` calls it), and the `extra` of this node and of
 * those before it.
 *
 * Attributes:
 *     click: the id of a place, piece or button.
 *     action: the legal action of stopping here; -1 if more clicks are needed.
 *     next: the indices of the nodes that may follow. Cycles are allowed.
 *     key: the index of the label's key in `Choices.keys`.
 *     extra: further arguments of the label; a message among them is put into words in its place.
 *     binds: whether this click commits the player to the first click. Later clicks may still be taken back and replaced, but the first
 *         cannot change any more this turn.
 *     leaves_marker: whether `Choices.marker` stands where the first thing clicked stood, while this is the last click.
 *     path: the places that the piece passes since the click before, for the trail that shows the move.
 *     hint: the index in `Choices.keys` of what to say if more clicks are needed after this one, with the arguments of the label; -1 for
 *         the default sentence.
 *     overlay: the index in `Choices.overlays` of what is laid over the board after this click; -1 for nothing.
 *     preview: the index in `Choices.previews` of what the action will do; -1 for nothing.
 *     effects: the index in `Choices.effects` of what places do to the piece chosen by this click; -1 for nothing.
 *     chosen: the ids shown as chosen after this click, if they are not simply those clicked so far (a second click on a die releases it).
 *     sign: one or two characters written where this click may be made next, such as its cost.
 *     raced: whether players race for this action, and only the quickest gets it.
 */
export interface Node {
  click: string;
  action: number;
  next: number[];
  key: number;
  extra: Record<string, number | string | Message>;
  binds: boolean;
  leaves_marker: boolean;
  path: string[];
  hint: number;
  overlay: number;
  preview: number;
  effects: number;
  chosen: string[] | null;
  sign: string;
  raced: boolean;
}

/**
 * A drawing that stands in a sentence or on a button, for what the words name.
 *
 * Attributes:
 *     sprite: a symbol of the game's `art/sprites.svg`.
 *     tint: a palette name, see `Piece`.
 */
export interface Symbol {
  sprite: string;
  tint: string;
}

/**
 * Something to press that is not on the table, such as "pass", a colour, or "keep the dice".
 *
 * Attributes:
 *     id: the button's id.
 *     label: the text on it.
 *     loud: whether it stands for a call made in a hurry, and is drawn large.
 *     lit: False if the player's own cards do not support it. It may still be pressed: a false call is legal.
 *     hotkey: a key that presses it.
 *     drawn: False if screens leave it out although it is legal, because something simpler has the same result.
 *     rests_ms: the time in milliseconds until it may be pressed again. While it rests, it is in no node of the choices.
 *     action: the action of a resting button, once it may be pressed; -1 for any other.
 *     symbol: what is drawn before the text.
 *     main: whether it is what is usually done while nothing else is chosen, such as "keep the dice". The big button does it then.
 *     bluff: whether it does nothing but fool others. Screens of people in a hurry keep it apart from what counts.
 *     hint: what it does and what follows, in a few words, for people who see it for the first time.
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
  symbol: Symbol | null;
  main: boolean;
  bluff: boolean;
  hint: Message | null;
}

/**
 * The pattern of the piece clicked first, laid over the board. The player slides it, and turns it by clicking another node.
 *
 * The nodes with an overlay that follow the same click are the ways it may be turned, in order.
 *
 * Attributes:
 *     offsets: the distances (x, y) of its tokens, in their order, from the place that it is laid on, in the layout's units.
 */
export interface Overlay {
  offsets: [number, number][];
}

/**
 * What an action will do, shown before it is played.
 *
 * Attributes:
 *     places: the ids of the places to outline.
 *     label: a few words about them.
 */
export interface Preview {
  places: string[];
  label: Message;
}

/**
 * What a place does to the piece in hand, drawn there while the piece is chosen.
 *
 * Attributes:
 *     place: the id of the place.
 *     kind: `stops` whoever comes there, `returns` a piece that would stay there, `passes` for what the piece goes over, `bars` for
 *         where it cannot go.
 *     label: the same in a few words, for screen readers and for players who point at the place.
 */
export interface Effect {
  place: string;
  kind: "bars" | "passes" | "returns" | "stops";
  label: Message;
}

/**
 * The legal actions of a seat, as a graph of clicks.
 *
 * Every legal action is the action of at least one reachable node, and no other action is.
 *
 * Attributes:
 *     seat: the seat.
 *     nodes: the clicks.
 *     roots: the indices of the first clicks.
 *     keys: the message keys of labels and hints.
 *     buttons: buttons that may be clicked.
 *     more: whether graphs were left out to keep the scene small. The client asks for them by their first click.
 *     marker: the id of the piece that shows where a half-made move began, after a click that `leaves_marker`; "" for none.
 *     overlays: what nodes lay over the board.
 *     previews: what nodes show of their actions.
 *     effects: what places do to the pieces that nodes choose.
 *     quiet: whether the player has to find the placements. They are shown only on request, and the requests are counted.
 *     setup: whether pieces are being set up: they may be carried to their places, the last one may be taken up again, and a bot may set up
 *         the rest.
 *     legend: where the piece chosen goes in two ways, and one of them `leaves_marker`: what to call a place that it reaches in the other way,
 *         one that it reaches in this way, and one that takes several clicks. The board marks the three by their form; empty, if not.
 *     listed: where things are gathered, what they are called in a list, by their ids. Those called alike are counted: the message is said
 *         once, with their number as its argument `n`.
 *     again: whether what is gathered is to be thrown again: it bears a turning arrow, where other things bear a tick.
 *     asked: where a game is in a hurry, whether nothing hurries this seat now, and what it does cannot be taken back: even a single click is
 *         confirmed.
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
  effects: Effect[][];
  quiet: boolean;
  setup: boolean;
  legend: Message[];
  listed: Record<string, Message>;
  again: boolean;
  asked: boolean;
}

/**
 * A piece moving.
 *
 * In an event view, motions of the same piece follow one another, and different pieces move together. A piece that moves again after others
 * in the list waits for them.
 *
 * Attributes:
 *     piece: the piece's id.
 *     path: the ids of the places it goes along, starting where it comes from.
 *     kind: `hop`, `slide`, `appear`, `vanish` or `flip`.
 *     after: whether it waits for the motions before it, which caused it.
 */
export interface Motion {
  piece: string;
  path: string[];
  kind: string;
  after: boolean;
}

/**
 * Something that deserves a look before the game goes on: a card turned over, a capture, an arrival.
 *
 * It is shown beside the board while the others rest for a beat, and its places glow. In a game against the clock nobody rests.
 *
 * Attributes:
 *     title: what happened, in a few words.
 *     text: what it means, in a sentence; None if the title says it all.
 *     sprite: a symbol of the game's `art/sprites.svg`; "" for none.
 *     tint: a palette name, see `Piece`.
 *     places: the ids of the places that glow.
 *     gone: pieces that have left the board at once, such as a line that was completed: they are shown where they stood for a beat.
 */
export interface Moment {
  title: Message;
  text: Message | null;
  sprite: string;
  tint: string;
  places: string[];
  gone: Piece[];
}

/**
 * What an audience saw of an event.
 *
 * The table fills in `turn`; a game leaves it out.
 *
 * Attributes:
 *     seat: who acted; -1 for chance, -2 for time.
 *     text: the notation.
 *     message: the sentence for the list of moves.
 *     motions: what moved.
 *     trace: the ids of the places that show where it happened.
 *     sound: one of `SOUNDS`; "" for the default.
 *     cry: what the seat called out, shown beside it.
 *     brief: what the line about the whole turn says of it after the player's name, as in `Léa: yellow runs 3 spaces (3 dice rolled again)`: a few
 *         words without a subject or a full stop, `()` to leave it out, None for the message.
 *     moment: what is shown of it on a card of its own; None for most events.
 *     turn: the number of the turn that it belongs to, from 1; 0 before the first turn.
 *     prepares: whether it only prepares what its seat does in the same turn, such as dice thrown again: the line about the turn says what
 *         was done first, and this after it, in brackets.
 */
export interface EventView {
  seat: number;
  text: string;
  message: Message;
  motions: Motion[];
  trace: string[];
  sound: string;
  cry: Message | null;
  brief: Message[] | null;
  moment: Moment | null;
  turn: number;
  prepares: boolean;
}

/**
 * A line of the player aid.
 *
 * Attributes:
 *     title: something to do.
 *     what: what it takes and what it gives.
 *     lit: whether the player's own cards allow it now.
 *     button: the id of the button that does it; "" for none.
 *     hotkey: the key of that button. On a screen that several people see, every call is always listed, so that the list reveals nothing.
 */
export interface AidRow {
  title: Message;
  what: Message;
  lit: boolean;
  button: string;
  hotkey: string;
}

/**
 * A decision about a seat, shown large: who is out, who has won.
 *
 * Attributes:
 *     seat: the seat.
 *     title: the decision, in a word or two.
 *     why: the reason.
 *     rules: the ids of the rulebook rows behind it.
 *     crown: whether this seat has won the whole game.
 */
export interface Announcement {
  seat: number;
  title: Message;
  why: Message;
  rules: string[];
  crown: boolean;
}

/**
 * What a badge of pieces means, see `Piece.badge`.
 *
 * Attributes:
 *     sprite: the symbol.
 *     name: what it says, in a word or two: the key beside the prompt has it.
 *     meaning: a sentence for whoever meets it for the first time.
 */
export interface Badge {
  sprite: string;
  name: Message;
  meaning: Message;
}

/**
 * Everything an audience sees.
 *
 * The table fills in `audience`, `actors`, `choices`, `last`, `ending` and `due_ms`; a game leaves them out.
 *
 * Attributes:
 *     game: the game's name.
 *     layout: the id of the layout.
 *     audience: the seats that see it; empty for a spectator.
 *     actors: the seats that may act now, without chance.
 *     prompt: what to do now, and who has to do it.
 *     standings: the seats, with ranks once the game is over.
 *     pieces: the pieces.
 *     panels: what lies beside the board.
 *     choices: the choices of those of the audience's seats that may act.
 *     last: the last event.
 *     ending: what ended the game, one of `Game.terminations`; empty while it goes on.
 *     why: why the game ended, for games that can say more than the words of their ending; None otherwise.
 *     now_ms: the time on the game's clock, in milliseconds.
 *     due_ms: when something happens by itself next, in milliseconds on the same clock; -1 if never.
 *     turn: how far the board and its places are turned about their centre, in degrees clockwise, so that the audience sits at its own
 *         side of the table. Pieces stay upright and panels stay where they are.
 *     places: places that come and go on the board, beside those of the layout; in its units, and turned with it.
 *     aid: the player aid.
 *     announcements: decisions to show as long as they are in the scene.
 *     symbol: what is drawn before the prompt instead of the mark of whose turn it is.
 *     goal: what players are after, where it depends on the box or the options; otherwise it is the message `<game>.goal`.
 *     badges: what the badges of pieces mean.
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
  why: Message | null;
  now_ms: number;
  due_ms: number;
  turn: number;
  places: Place[];
  aid: AidRow[];
  announcements: Announcement[];
  symbol: Symbol | null;
  goal: Message | null;
  badges: Badge[];
}

/**
 * A part of a folded board: a rectangle of the board's picture, moved and turned.
 *
 * Attributes:
 *     x: the left edge of the rectangle, in the unfolded board.
 *     y: its upper edge.
 *     w: its width.
 *     h: its height.
 *     from_x: the point of it that is moved and turned about.
 *     from_y: the same, vertically.
 *     to_x: where that point lies on the folded board.
 *     to_y: the same, vertically.
 *     quarters: how many quarters it is turned clockwise, 0 to 3.
 */
export interface Part {
  x: number;
  y: number;
  w: number;
  h: number;
  from_x: number;
  from_y: number;
  to_x: number;
  to_y: number;
  quarters: number;
}

/**
 * A way from one part of a folded board to another. The browser draws it, and what goes from the one part to the other goes along it.
 *
 * Attributes:
 *     start: the index of the part that it leaves.
 *     end: the index of the part that it leads to.
 *     points: its points, in order, on the folded board.
 */
export interface Link {
  start: number;
  end: number;
  points: [number, number][];
}

/**
 * The same board laid in less width or height: its parts beside each other.
 *
 * Each place of the layout lies in exactly one part; the parts of the picture that are left out are bare.
 *
 * Attributes:
 *     width: the width of the folded board, in the layout's units.
 *     height: its height.
 *     parts: its parts.
 *     links: the ways from part to part, where parts that belong together do not touch. Between the same two parts there may be several,
 *         beside each other, such as one for each lane.
 */
export interface Fold {
  width: number;
  height: number;
  parts: Part[];
  links: Link[];
}

/**
 * How the links of folds are drawn: as the board's picture draws what they join.
 *
 * Attributes:
 *     palette: the class of the board's picture, by which its colours follow the theme.
 *     ground: the colour of the road, as the picture writes it in `fill`.
 *     edge: the colour of its two edges.
 *     edge_width: how wide an edge is, in the layout's units.
 *     lines: the colour of the dotted lines between its lanes.
 *     marks: the colour of the marks that show in which direction it leads.
 */
export interface Road {
  palette: string;
  ground: string;
  edge: string;
  edge_width: number;
  lines: string;
  marks: string;
}

/**
 * A word written beside the board, such as where a race begins.
 *
 * Attributes:
 *     text: the word.
 *     x: a point at the edge of what it names, in the layout's units.
 *     y: the same, vertically.
 *     out_x: the direction from there to where the word stands: -1, 0 or 1.
 *     out_y: the same, vertically.
 *     size: how high its letters are, in the layout's units. A quarter more than that is free there, also on folded boards.
 */
export interface Caption {
  text: Message;
  x: number;
  y: number;
  out_x: number;
  out_y: number;
  size: number;
}

/**
 * The board: what never changes during a game.
 *
 * Attributes:
 *     id: the id of the board's picture.
 *     width: the board's width in its own units.
 *     height: the board's height.
 *     places: the places on the board.
 *     label: what players call the board.
 *     text_board: the board in characters, for boards that are not a grid: its lines, with a hole `{id}` for each place drawn. The
 *         `Piece.sign` of what stands there fills the hole, or else the place's own `sign`; all signs are equally wide.
 *     trays: where panels lie on a wide screen: `below` the board, `beside` it, or `either`, depending on the board's shape; `either` also
 *         lets them lie in a corner of the picture where no place is, on any screen, so its picture must be bare there.
 *     turns: whether the board may be turned left by a quarter to fit the screen. Nothing in its picture may then have a right way up.
 *     lies: whether a board higher than wide is turned left by a quarter on a phone held sideways, and nowhere else. Its words stay upright,
 *         as does all of its picture that has the class `upright`.
 *     unit: the usual size of a place, which panels are drawn to match; 0 for the size that most places have.
 *     folds: other ways to lay a board that `turns`. The browser takes one where its places are clearly larger than on the unfolded
 *         board; a way with fewer turns goes before a slightly larger one.
 *     road: how the links of its folds are drawn; None for plain lines.
 *     captions: words beside the board.
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
  lies: boolean;
  unit: number;
  folds: Fold[];
  road: Road | null;
  captions: Caption[];
}

/**
 * The race that is on.
 *
 * Attributes:
 *     at_ms: the instant of the cue on the game's clock.
 *     by: the seat whose call gave the cue; -1 if none did.
 *     seats: your own seats that may still act.
 *     actions: the actions raced for.
 */
export interface RaceFacts {
  cue: string;
  kind: "call" | "grab";
  at_ms: number;
  by: number;
  seats: number[];
  actions: number[];
}

/**
 * A line or an emote of somebody at the table (`seat`), or of a watcher (-1). `by` tells people apart, for muting; `yours` says that
 * it was you.
 *
 * It is other people's text: show it as text only.
 */
export interface SaidFacts {
  seat: number;
  by: number;
  yours: boolean;
  name: string;
  text: string;
  emote: "again" | "bravo" | "haha" | "hello" | "oops" | "thanks" | null;
}

/** A line in the list of moves. `n` counts from 1; seat -1 is chance, -2 is time. */
export interface Move {
  seat: number;
  text: string;
  message: Message;
  motions: Motion[];
  trace: string[];
  sound: string;
  cry: Message | null;
  brief: Message[] | null;
  moment: Moment | null;
  turn: number;
  prepares: boolean;
  n: number;
}

/**
 * Everything about a table, once after `hello`.
 *
 * Attributes:
 *     scene: null before the game starts.
 *     since_ms: how long the table has waited for the seats that may act, in milliseconds.
 *     awaits_ready: whether the game begins as soon as all people at the table have said that they are ready.
 *     begins_ms: the time until the game begins, or goes on, in milliseconds; -1 if no countdown is running.
 *     now_ms: the table's clock (Unix ms).
 *     watching: the number of people who watch and do not play.
 *     watchers: the names of the first five of them who have one. It is other people's text: show it as text only.
 *     said: the lines that people wrote.
 *     build: which build of the pages the server has; a page of another one was left open over an upgrade. "" where none is built.
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
  awaits_ready: boolean;
  begins_ms: number;
  now_ms: number;
  watching: number;
  watchers: string[];
  said: SaidFacts[];
  moves: Move[];
  build: string;
}

/** Answer to a `hello` whose view is still right. `now_ms`, `build` and `you` as in `Welcome`: `view_hash` does not cover them. */
export interface Current {
  t: "current";
  seq: number;
  you: You;
  now_ms: number;
  build: string;
}

/**
 * Something has happened. `moves` replaces the list of moves from index `moves_from` on, and `said` replaces the lines from `said_from` on;
 * `layout` is null if it was sent before.
 */
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
  awaits_ready: boolean;
  begins_ms: number;
  now_ms: number;
  watching: number;
  watchers: string[];
  said_from: number;
  said: SaidFacts[];
  moves_from: number;
  moves: Move[];
}

/**
 * Something has happened: what an `update` would say, as far as it differs from the message with the `view_hash` `base`.
 *
 * A field that is left out is unchanged. The others mean the same as in an `Update`.
 *
 * Attributes:
 *     base: the `view_hash` of the `welcome`, `update` or `change` before.
 *     table: the fields of the table that differ; of its chairs those that do.
 *     scene: the fields of the scene that differ, see `scene/changes.py`. `last` is never among them: it is the last of the moves.
 */
export interface Change {
  t: "change";
  seq: number;
  base: string;
  view_hash: string;
  now_ms: number;
  since_ms: number;
  begins_ms: number;
  table?: Record<string, unknown>;
  you?: You;
  scene?: Record<string, unknown>;
  race?: RaceFacts | null;
  awaits_ready?: boolean;
  watching?: number;
  watchers?: string[];
  said_from?: number;
  said?: SaidFacts[];
  moves_from?: number;
  moves?: Move[];
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

/** The command was refused. `reason` is a message, and `rules` the ids of the rulebook rows behind it. */
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

/**
 * Answer to `advise`.
 *
 * Attributes:
 *     seat: the seat that asked.
 *     action: what a good bot would do.
 *     click: the first click of that action.
 *     seq: the last event of the log. The seat's decision is the one of that moment.
 *     why: the reason for it, where the game gives one.
 */
export interface Advice {
  t: "advice";
  id: string;
  seat: number;
  action: number;
  click: string;
  seq: number;
  why: Message | null;
}

/** A message could not be understood or served. `id` is that of the request, if it had one. */
export interface Error {
  t: "error";
  reason: Message;
  id: string;
}

/**
 * What the players of a race react to. It is written to every socket at once, before anything else about it.
 *
 * A cue to grab has all that a page needs until the update arrives: its instant, the seat whose call gave it, the seats that may act,
 * and the actions raced for, as far as a spectator may know.
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

/** One hand in a race, with the values that were measured, in milliseconds. A call that had no effect has the action -1 and no text. */
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
 * How the claims for a cue came in so far, in order.
 *
 * Attributes:
 *     slow: whether the server itself paused meanwhile.
 *     doubtful: whether that could have changed the result.
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

/** Somebody made a noise; seat -1 for a watcher. */
export interface Cheers {
  t: "cheers";
  table: string;
  seat: number;
  name: string;
  kind: "clap" | "drum" | "laugh" | "oh";
}

/**
 * Start watching a table. The answer is `welcome`, or `current` if `view_hash` is still right.
 *
 * Attributes:
 *     invite: the key in the link to the table; "" if it has none.
 *     changes: whether the browser wants a `change` in place of an `update` where it has the previous message.
 */
export interface Hello {
  t: "hello";
  table: string;
  last_seq?: number;
  view_hash?: string;
  invite?: string;
  changes?: boolean;
}

/**
 * Take an open seat; or, while the game goes on, a seat that its host offers where a bot stands in.
 *
 * Attributes:
 *     seat: the seat.
 *     name: the player's name, shown to all.
 *     here: whether the seat is for another person on this screen.
 *     nonce: the player's share in the table's chance, any short text; the server makes one if it is empty.
 *     invite: the key in the link to the table, where newcomers need one.
 */
export interface Sit {
  kind: "sit";
  seat: number;
  name: string;
  here?: boolean;
  nonce?: string;
  invite?: string;
}

/** Leave a seat before the game starts. The host may also empty a bot's seat. */
export interface Stand {
  kind: "stand";
  seat: number;
}

/** Give an open seat to a bot of this level. Only the host may. */
export interface SitBot {
  kind: "bot";
  seat: number;
  level: string;
}

/** Start the game once every seat is taken. A table also starts by itself when its last seat is taken. */
export interface Start {
  kind: "start";
}

/** Say that you are ready for the game to begin, with all your seats. The table says when it waits for that (`awaits_ready`). */
export interface Ready {
  kind: "ready";
}

/** Play an action. `path` lists the ids of the places it passes; empty for the usual path. */
export interface Act {
  kind: "act";
  seat: number;
  action: number;
  path?: string[];
}

/** Take back the seat's last action: at once if the policy allows it, otherwise after asking the others. */
export interface Undo {
  kind: "undo";
  seat: number;
}

/** Answer, for this seat, a request for a takeback or for the end of the game. */
export interface Consent {
  kind: "consent";
  seat: number;
  yes: boolean;
}

/** Resign the game for this seat. It takes effect ten seconds later, unless the seat stays or plays on. */
export interface Resign {
  kind: "resign";
  seat: number;
}

/** Play on: withdraw this seat's resignation, take the seat back from a bot that plays although you are there, or answer a reminder. */
export interface Stay {
  kind: "stay";
  seat: number;
}

/** End the game without a winner: at once if all other people are away, otherwise after asking them. Sent again, it withdraws the request. */
export interface End {
  kind: "end";
  seat: number;
}

/** Remind this seat that the others are waiting for it. */
export interface Nudge {
  kind: "nudge";
  seat: number;
}

/** Decline a game that somebody else began, such as a rematch. This holds until you open its page again, or play. */
export interface Decline {
  kind: "decline";
  seat: number;
}

/** Write a line to the table, or say an emote: one of the two. Watchers give their `name`. */
export interface Say {
  kind: "say";
  text?: string;
  emote?: "again" | "bravo" | "haha" | "hello" | "oops" | "thanks" | null;
  name?: string;
}

/**
 * Let a bot play for a player who is away, until that player comes back. Anybody who plays at the table may.
 *
 * Attributes:
 *     seat: the seat of the player who is away.
 *     open: whether a watcher may take the seat over, so that the player finds it taken. Only the host may set it.
 */
export interface StandIn {
  kind: "stand_in";
  seat: number;
  open?: boolean;
}

/** Give another name to the person in one of your own seats, before the end. If somebody else there has that name, it gets a number. */
export interface Rename {
  kind: "rename";
  seat: number;
  name: string;
}

/**
 * Set which newcomers may sit down. With `link` the server makes a new link, valid for this many days, and older ones become invalid.
 * Only the host may, before the game.
 */
export interface Invite {
  kind: "invite";
  who: "anybody" | "link" | "nobody";
  days?: number;
}

/**
 * Remove somebody, who may neither sit down nor watch until they are let in. Only the host may.
 *
 * Attributes:
 *     seat: the person in this seat, before the game; -1 for somebody else.
 *     watcher: the person who watches under this name.
 *     by: the person who wrote the lines with this number.
 */
export interface Remove {
  kind: "remove";
  seat?: number;
  watcher?: string;
  by?: number;
}

/** Let somebody come back who was removed, by their number `n` in the table's list. Only the host may. */
export interface LetIn {
  kind: "let_in";
  n: number;
}

/** Ask for a new table with the same people after the end. The table's `rematch` field is the answer. */
export interface Rematch {
  kind: "rematch";
}

/** Do something at a table. The answer is `applied`, `duplicate` or `rejected` with the same `command_id`. */
export interface Command {
  t: "command";
  table: string;
  command_id: string;
  expected_seq: number;
  do: Sit | Stand | SitBot | Start | Ready | Act | Undo | Consent | Resign | Stay | End | Nudge | Decline | Say | StandIn | Rename | Invite | Remove | LetIn | Rematch;
}

/** Ask why these clicks (ids of pieces, places, buttons) are refused. The answer is `because`. */
export interface Why {
  t: "why";
  table: string;
  id: string;
  seat: number;
  clicks: string[];
}

/** Ask for the choices that begin with this click and were left out of a scene to keep it small. The answer is `choices`. */
export interface More {
  t: "more";
  table: string;
  id: string;
  seat: number;
  click: string;
}

/** Ask for the scene after the first `move` moves. The answer is `past`. */
export interface Past {
  t: "past";
  table: string;
  id: string;
  move: number;
}

/** Ask what a good bot would do for one of your seats. The answer is `advice`. It is counted, except while pieces are set up. */
export interface Advise {
  t: "advise";
  table: string;
  id: string;
  seat: number;
}

/**
 * Play an action in a race, where others may do the same at the same moment. It is answered like a command.
 *
 * Attributes:
 *     cue: the cue of the race. The seat whose call gave the cue may name it by the call's `command_id` until the cue arrives.
 *     seat: the seat.
 *     action: the action.
 *     reaction_ms: the time from showing the cue to the press, on the browser's clock; for the seat whose call gave the cue, from that call.
 *     travel_ms: how long a mouse or a pen moved towards what it pressed, before the press.
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

/** Report that nothing was pressed for this seat up to `ms` milliseconds after the cue was shown, so nobody has to wait for it. */
export interface Idle {
  t: "idle";
  table: string;
  cue: string;
  seat: number;
  ms: number;
}

/** A seat's hand moves over the board, for the others to see: from -1 to 1 from the centre, y downwards. It is not kept. */
export interface Wave {
  t: "wave";
  table: string;
  seat: number;
  x: number;
  y: number;
}

/** A noise from anybody at the table or watching it. */
export interface Cheer {
  t: "cheer";
  table: string;
  kind: "clap" | "drum" | "laugh" | "oh";
}

export type Incoming =
  | Welcome
  | Current
  | Update
  | Change
  | Applied
  | Duplicate
  | Rejected
  | Because
  | ChoicesOut
  | PastOut
  | Advice
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
  | Advise
  | Claim
  | Idle
  | Wave
  | Cheer;

export type Do =
  | Sit
  | Stand
  | SitBot
  | Start
  | Ready
  | Act
  | Undo
  | Consent
  | Resign
  | Stay
  | End
  | Nudge
  | Decline
  | Say
  | StandIn
  | Rename
  | Invite
  | Remove
  | LetIn
  | Rematch;

/** What the server leaves out where it is as usual. */
export const USUAL = {
  TimeControl: {"increment": 0} satisfies Partial<TimeControl>,
  Standing: {"lines": [], "rank": 0, "place": "", "room": 2, "out": false} satisfies Partial<Standing>,
  Token: {"tint": "none"} satisfies Partial<Token>,
  Piece: {"face": "", "tint": "none", "mark": "", "seat": -1, "order": 0, "badge": "", "sign": "", "pattern": [], "cover": null, "hotkey": "", "busy": false, "above": false, "risky": false} satisfies Partial<Piece>,
  Place: {"shape": "rect", "column": -1, "row": -1, "sign": "·", "side": "", "name": ""} satisfies Partial<Place>,
  Panel: {"places": [], "lines": [], "seat": -1, "small": false, "secret": false, "passing": false} satisfies Partial<Panel>,
  Node: {"action": -1, "next": [], "key": 0, "extra": {}, "binds": false, "leaves_marker": false, "path": [], "hint": -1, "overlay": -1, "preview": -1, "effects": -1, "chosen": null, "sign": "", "raced": false} satisfies Partial<Node>,
  Symbol: {"tint": "none"} satisfies Partial<Symbol>,
  Button: {"loud": false, "lit": true, "hotkey": "", "drawn": true, "rests_ms": 0, "action": -1, "symbol": null, "main": false, "bluff": false, "hint": null} satisfies Partial<Button>,
  Choices: {"buttons": [], "more": false, "marker": "", "overlays": [], "previews": [], "effects": [], "quiet": false, "setup": false, "legend": [], "listed": {}, "again": false, "asked": false} satisfies Partial<Choices>,
  Motion: {"after": false} satisfies Partial<Motion>,
  Moment: {"text": null, "sprite": "", "tint": "none", "places": [], "gone": []} satisfies Partial<Moment>,
  EventView: {"motions": [], "trace": [], "sound": "", "cry": null, "brief": null, "moment": null, "turn": 0, "prepares": false} satisfies Partial<EventView>,
  AidRow: {"lit": false, "button": "", "hotkey": ""} satisfies Partial<AidRow>,
  Announcement: {"rules": [], "crown": false} satisfies Partial<Announcement>,
  Scene: {"audience": [], "actors": [], "panels": [], "choices": [], "last": null, "ending": "", "why": null, "now_ms": 0, "due_ms": -1, "turn": 0.0, "places": [], "aid": [], "announcements": [], "symbol": null, "goal": null, "badges": []} satisfies Partial<Scene>,
  Part: {"quarters": 0} satisfies Partial<Part>,
  Layout: {"text_board": [], "trays": "below", "turns": false, "lies": false, "unit": 0.0, "folds": [], "road": null, "captions": []} satisfies Partial<Layout>,
  Move: {"motions": [], "trace": [], "sound": "", "cry": null, "brief": null, "moment": null, "turn": 0, "prepares": false} satisfies Partial<Move>,
};

/** Which fields hold structures. */
export const PARTS = {
  TableFacts: {"clock": "TimeControl"},
  Piece: {"pattern": "Token"},
  Panel: {"places": "Place"},
  Button: {"symbol": "Symbol"},
  Choices: {"nodes": "Node", "buttons": "Button"},
  Moment: {"gone": "Piece"},
  EventView: {"motions": "Motion", "moment": "Moment"},
  Scene: {"standings": "Standing", "pieces": "Piece", "panels": "Panel", "choices": "Choices", "last": "EventView", "places": "Place", "aid": "AidRow", "announcements": "Announcement", "symbol": "Symbol"},
  Fold: {"parts": "Part"},
  Layout: {"places": "Place", "folds": "Fold"},
  Move: {"motions": "Motion", "moment": "Moment"},
  Welcome: {"table": "TableFacts", "scene": "Scene", "layout": "Layout", "moves": "Move"},
  Update: {"table": "TableFacts", "scene": "Scene", "layout": "Layout", "moves": "Move"},
  Change: {"moves": "Move"},
  Rejected: {"scene": "Scene"},
  ChoicesOut: {"choices": "Choices"},
  PastOut: {"scene": "Scene"},
} as const;

/** The structure of each message, by its tag. */
export const KINDS = {
  welcome: "Welcome",
  current: "Current",
  update: "Update",
  change: "Change",
  applied: "Applied",
  duplicate: "Duplicate",
  rejected: "Rejected",
  because: "Because",
  choices: "ChoicesOut",
  past: "PastOut",
  advice: "Advice",
  error: "Error",
  cue: "Cue",
  photo: "Photo",
  waves: "Waves",
  cheers: "Cheers",
} as const;

/** The list of moves as a story: one line a turn, with draws inside the turn that they belong to. */

import { known, type Message } from "../lib/i18n";
import type { Motion, Move, Quit, TableFacts } from "../net/wire";

/** What happened between two moves: somebody stopped playing, or took a move back. */
export type Aside = Quit | { why: "took_back"; seat: number; move: number; what: Message | null };

/** All of these at a table, in order; takebacks are known only to a page that saw them. Somebody alone against bots needs no such lines. */
export function asides(
  { quits, takebacks, chairs }: Pick<TableFacts, "quits" | "takebacks" | "chairs">,
  undone: readonly { seq: number; what: Message }[] = [],
): Aside[] {
  const told = chairs.filter(({ who }) => who === "person").length > 1 ? takebacks : [];
  return [
    ...told.map(({ seat, move, seq }) => ({
      why: "took_back" as const,
      seat,
      move,
      what: undone.find((each) => each.seq === seq)?.what ?? null,
    })),
    ...quits,
  ];
}

/** A line of the list: the moves from `from` to `to` (counted from 1), all of one turn and of one seat. */
export interface Line {
  from: number;
  to: number;
  /** The turn, from 1; 0 before the first. */
  turn: number;
  /** Whose line it is: the seat that acted, -1 where only chance did, -2 where the clock did. */
  seat: number;
  moves: Move[];
  /** The seat that stopped playing or took a move back after the moves up to `to`, or that all stopped: such a line has no moves. */
  quit?: Aside;
}

const CHANCE = -1;
const TIME = -2;
/** How many consecutive results of chance become one line. */
const MANY = 5;

/** The lines of the list, in the order of the moves. Somebody who stopped playing has a line after that turn; a move taken back comes
before the one played instead. */
export function lines(moves: readonly Move[], quits: readonly Aside[] = []): Line[] {
  const found = turnLines(moves);
  for (const quit of quits) {
    if (quit.move > moves.length) continue;
    // A move played in place of one that was taken back comes after the takeback, though it belongs to a turn that began before.
    const again = quit.why === "took_back";
    const before = found.findLastIndex(({ from, to, quit: other }) =>
      other ? other.move <= quit.move : (again ? to : from) <= quit.move,
    );
    found.splice(before + 1, 0, {
      from: quit.move,
      to: found[before]?.to ?? 0,
      turn: found[before]?.turn ?? 0,
      seat: quit.seat,
      moves: [],
      quit,
    });
  }
  return found;
}

/** A key that tells a line from the others of its list. */
export function keyOf({ from, quit }: Line): string {
  return quit
    ? `${quit.why}${quit.seat}${quit.why === "took_back" || quit.why === "late" ? `/${quit.move}` : ""}`
    : `${from}`;
}

function turnLines(moves: readonly Move[]): Line[] {
  const found: Line[] = [];
  for (const [index, move] of moves.entries()) {
    const last = found.at(-1);
    if (last && goesOn(last, move)) {
      last.to = index + 1;
      last.moves.push(move);
      if (last.seat === CHANCE && move.seat >= 0) last.seat = move.seat;
    } else found.push({ from: index + 1, to: index + 1, turn: move.turn, seat: move.seat, moves: [move] });
  }
  return found.flatMap((line) =>
    line.seat === CHANCE && line.moves.length < MANY && line.moves.every(apart)
      ? line.moves.map((move, i) => ({
          from: line.from + i,
          to: line.from + i,
          turn: line.turn,
          seat: CHANCE,
          moves: [move],
        }))
      : [line],
  );
}

/** A draw for which the game has no words within a turn gets its own line. */
function apart(move: Move): boolean {
  return move.seat === CHANCE && move.brief === null;
}

function goesOn(line: Line, move: Move): boolean {
  const last = line.moves.at(-1)!;
  if (move.turn !== line.turn || move.seat === TIME || last.seat === TIME) return false;
  if (apart(move) || apart(last)) return apart(move) && apart(last);
  return move.seat === line.seat || (line.turn > 0 && (move.seat === CHANCE || line.seat === CHANCE));
}

/** The lines of players' actions, without chance alone: dice rolled for a turn without an action yet replace no turn. All lines before
anybody has acted. */
export function acts(all: readonly Line[]): readonly Line[] {
  const found = all.filter(({ seat, quit }) => seat !== CHANCE || quit);
  return found.length > 0 ? found : all;
}

/** The text of a line, after the player's name. */
export function told({ moves, seat, quit }: Line): Message[] {
  if (quit?.why === "took_back" && quit.what) return [{ key: "ui.moves.took_back.what", args: { what: quit.what } }];
  if (quit) return [{ key: `ui.moves.${quit.why}` }];
  const [first] = moves;
  if (seat === CHANCE && moves.length >= MANY && moves.every(apart)) {
    const key = `${first!.message.key}.many`;
    return [{ key: known(key) ? key : "ui.moves.chance", args: { n: moves.length } }];
  }
  const parts = briefs(done(moves));
  if (parts.length > 0) return parts;
  const key = `${first!.message.key}.many`;
  return [
    seat === CHANCE && moves.length > 1 && known(key) ? { key, args: { n: moves.length } } : moves.at(-1)!.message,
  ];
}

/** What prepared the action: dice thrown again, and their result. */
export function prepared({ moves }: Pick<Line, "moves">): Message[] {
  return done(moves) === moves ? [] : briefs(moves.filter(({ prepares }) => prepares));
}

const briefs = (moves: readonly Move[]): Message[] => moves.flatMap((move) => move.brief ?? [move.message]);

/** The moves that did something; all of them while none did more than prepare it. */
function done(moves: readonly Move[]): readonly Move[] {
  const found = moves.filter(({ prepares }) => !prepares);
  return found.length < moves.length && briefs(found).length > 0 ? found : moves;
}

/** The same without draws before the seat's last action, and without dice, which are visible anyway: with little room, the effect of the
action must not be cut. */
export function shortly(line: Line): Line {
  const last = line.moves.findLastIndex(({ seat }) => seat === line.seat);
  return line.seat === CHANCE
    ? line
    : { ...line, moves: line.moves.filter(({ seat, prepares }, i) => seat !== CHANCE || (i > last && !prepares)) };
}

/** The places where it happened, in their order. */
export function where({ moves }: Pick<Line, "moves">): string[] {
  return [
    ...new Set(
      moves.flatMap((move) => [
        ...move.trace,
        ...(move.moment?.places ?? []),
        ...(move.trace.length > 0 ? [] : move.motions.flatMap(({ path }) => path.slice(-1))),
      ]),
    ),
  ];
}

/** What moved there, in its order. */
export function waysOf({ moves }: Pick<Line, "moves">): Motion[] {
  return moves.flatMap(({ motions }) => motions);
}

/** The line in which the first `at` moves end. */
export function lineAt(all: readonly Line[], at: number): Line | undefined {
  return all.find(({ from, to, quit }) => !quit && at >= from && at <= to);
}

/** After how many moves a step by turns ends: one turn on, or back to the end of the turn before. */
export function stepped(all: readonly Line[], at: number, by: 1 | -1): number {
  if (by > 0) return all.find(({ to }) => to > at)?.to ?? at;
  return all.findLast(({ to }) => to < at)?.to ?? 0;
}

/** The moment of the first decision, or of the first event of the clock, as the number of moves before it (the setup by chance). 0 if there
is none. */
export function opening(moves: readonly Move[]): number {
  return Math.max(
    0,
    moves.findIndex(({ seat }) => seat !== CHANCE),
  );
}

/** Where the turn before ends: this many of the first `at` moves, without the draws that belong to the turn of the move after them. */
export function settled(moves: readonly Move[], at: number): number {
  const next = moves[at];
  if (!next) return at;
  const from = moves.slice(0, at).findLastIndex(({ turn, seat }) => turn !== next.turn || seat >= 0);
  return from + 1;
}

/** What taking back a seat's last move undoes: that move, and how many turns, its own and those with actions since. */
export function takenBack(moves: readonly Move[], seat: number): { what: Message; turns: number } | null {
  const from = moves.findLastIndex((move) => move.seat === seat);
  const first = moves[from];
  return first
    ? { what: first.message, turns: lines(moves.slice(from)).filter((line) => line.seat >= 0).length }
    : null;
}

/** Why nothing can be taken back by these seats, the key of a text: they have not played, or something was shown since. */
export function whyNotBack(moves: readonly Pick<Move, "seat">[], seats: readonly number[]): string {
  return moves.some(({ seat }) => seats.includes(seat)) ? "ui.why.undo.late" : "ui.why.undo.none";
}

/** The first line that the players of these seats have not answered yet: since their last move, takeback or giving up. For watchers, the
last line. */
export function since(all: readonly Line[], seats: readonly number[]): number {
  const own = all.findLastIndex(({ seat, quit }) => quit?.why !== "late" && seats.includes(seat));
  return seats.length > 0 ? own + 1 : Math.max(0, all.length - 1);
}

/** Whether a line reports a takeback that has been followed by another move: the takeback no longer matters then. */
export function isPast(all: readonly Line[], line: Line): boolean {
  return line.quit?.why === "took_back" && line !== all.at(-1);
}

/** The move with its trace on the board after the first `at` moves: the last one that left a trace, else the last one that is not a draw. */
export function lastSeen(moves: readonly Move[], at: number): Move | null {
  const past = moves.slice(0, at);
  return (
    past.findLast(({ trace }) => trace.length > 0) ?? past.findLast(({ seat }) => seat >= 0) ?? past.at(-1) ?? null
  );
}

/** The curve of each player's chances, as points in a drawing. */

import { get } from "svelte/store";
import { lang, type Message } from "../lib/i18n";
import type { Candidate, TurningPoint, Weighed } from "../lib/replay";
import type { Move } from "../net/wire";

export const WIDTH = 360;
export const HEIGHT = 150;

/** What is free around the lines, px: on the left for the shares, below for the turns. */
export const LEFT = 46;
export const RIGHT = 12;
export const TOP = 10;
export const BELOW = 24;

/** How high the drawing is, px, where it is so wide; on a phone at most as high as the room that is seen. */
export function high(wide: number, room: number): number {
  const usual = Math.max(120, Math.round((wide * 4) / 9));
  return room > 0 ? Math.max(64, Math.min(usual, room - 8)) : usual;
}

/** A share as people write it: `54 %`. */
export function percent(share: number, language: string = get(lang)): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** A small share: `1.4 %`. */
export function tenths(share: number, language: string = get(lang)): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(share);
}

/** Where a moment and a share lie in the drawing, from the moment `start` on the left to the `end`. */
export function place(move: number, share: number, end: number, start = 0): [x: number, y: number] {
  return [
    end > start ? (Math.max(0, move - start) / (end - start)) * WIDTH : 0,
    (1 - Math.max(0, Math.min(1, share))) * HEIGHT,
  ];
}

/** The points of what was played, without the result of a game that was given up or called off: such a result is no swing. The evaluation
of the last position stays. */
export function playedOf(points: readonly Weighed[], end: number, stopped: boolean): readonly Weighed[] {
  return stopped && points.length > 1 ? points.filter(({ move, seat }) => move < end || seat >= 0) : points;
}

/** The turns that are written beneath the curve: a few round numbers and the last, none so near another that they meet. */
export function turnsBelow(turns: number, most = 6): number[] {
  if (turns < 1) return [];
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => turns / each <= most) ?? Math.ceil(turns / most);
  const round = Array.from({ length: Math.floor(turns / step) }, (_, i) => (i + 1) * step).filter(
    (turn) => turn === turns || turns - turn > step / 2,
  );
  return [...new Set([1, ...round.filter((turn) => turn > 1 + step / 3), turns])];
}

/** The line of one seat. */
export function line(points: readonly Weighed[], seat: number, end: number, start = 0): string {
  return points
    .map(({ move, chances }) =>
      place(move, chances[seat] ?? 0, end, start)
        .map((each) => +each.toFixed(1))
        .join(","),
    )
    .join(" ");
}

/** The points with a seat's sign: a few, apart from one another and from other seats' signs. */
export function signed(points: readonly Weighed[], seat: number, seats: number): Weighed[] {
  const every = Math.max(seats + 1, Math.ceil(points.length / 5));
  return points.filter((_, i) => i % every === Math.floor((seat * every) / Math.max(1, seats)));
}

/** What was found at the end of each turn, 0 being the beginning of the game: one row of a table a turn, as the list of moves has one line. */
export function byTurn(
  points: readonly Weighed[],
  turnAt: (move: number) => number,
): { turn: number; point: Weighed }[] {
  return [...new Map(points.map((point) => [turnAt(point.move), point]))].map(([turn, point]) => ({ turn, point }));
}

/** The moment for a place in the drawing: that of the nearest point. */
export function momentAt(points: readonly Weighed[], x: number, end: number, start = 0): number | null {
  const wanted = start + (x / WIDTH) * (end - start);
  return (
    points.reduce<Weighed | null>(
      (best, each) => (best === null || Math.abs(each.move - wanted) < Math.abs(best.move - wanted) ? each : best),
      null,
    )?.move ?? null
  );
}

/** From which part of the chances on a decision counts as an inaccuracy, a mistake, and a blunder. What a search cannot tell apart counts as none. */
export const FAULTS = [
  { sign: "??", name: "blunder", least: 0.2 },
  { sign: "?", name: "mistake", least: 0.1 },
  { sign: "?!", name: "inaccuracy", least: 0.05 },
] as const;

/** A difference of no more than this hardly counts. */
const HARDLY = 0.03;

/** A share as it is shown: a whole number of a hundred. */
const whole = (share: number): number => Math.round(share * 100);

/** What a decision threw away, as the difference of the two numbers that are shown for it. */
function lost({ best, played, missed }: Weighed): number {
  return best[0] && played ? (whole(best[0].value) - whole(played.value)) / 100 : missed;
}

export type Fault = { sign: (typeof FAULTS)[number]["sign"]; name: (typeof FAULTS)[number]["name"]; share: number };

/** The worst decision of a turn with the events `from` to `to`, if it threw chances away. Giving up is not such a decision. */
export function faultOf(
  points: readonly Weighed[],
  { from, to, quit }: { from: number; to: number; quit?: unknown },
): Fault | null {
  if (quit) return null;
  const worst = points
    .filter(({ move }) => move >= from - 1 && move < to)
    .reduce<Weighed | null>((most, each) => (each.missed > (most?.missed ?? 0) ? each : most), null);
  const found = worst && FAULTS.find(({ least }) => worst.missed >= least);
  return found ? { sign: found.sign, name: found.name, share: Math.max(lost(worst), found.least) } : null;
}

/** While nobody's chances are this far from an equal share, a search hardly knows who is ahead. */
const EVEN = 0.0995;
/** A stretch of this share of a game is worth a word. */
const LONG = 0.2;

/** The moment from which on moves are really judged: before it everybody's chances were about equal, for a good part of the game. Null where they
 * are judged nearly from the start, `Infinity` where they never are. */
export function judgedFrom(points: readonly Weighed[], end: number, start = 0): number | null {
  const seats = points[0]?.chances.length ?? 0;
  const together = points.some(({ chances }) => Math.abs(chances.reduce((sum, each) => sum + each, 0) - 1) > 0.05);
  if (seats < 2 || together) return null;
  const first = points.find(
    ({ seat, chances }) => seat >= 0 && chances.some((each) => Math.abs(each - 1 / seats) >= EVEN),
  );
  if (!first) return Infinity;
  return first.move - start > LONG * (end - start) ? first.move : null;
}

/** How many of each seat's turns have each sign, the worst last; empty if none has. */
export function counted(
  points: readonly Weighed[],
  lines: readonly { from: number; to: number; seat: number; quit?: unknown }[],
  seats: readonly number[],
): { seat: number; counts: { name: Fault["name"]; n: number }[] }[] {
  const found = lines.map((each) => ({ seat: each.seat, name: faultOf(points, each)?.name }));
  if (!found.some(({ name }) => name)) return [];
  const count = (seat: number, name: Fault["name"]): number =>
    found.filter((each) => each.seat === seat && each.name === name).length;
  return seats.map((seat) => ({
    seat,
    counts: FAULTS.map(({ name }) => ({ name, n: count(seat, name) }))
      .filter(({ n }) => n > 0)
      .reverse(),
  }));
}

/** The points with what a closer look found about one decision; the chances stay, as the curve has them. */
export function closer(points: readonly Weighed[], found: Weighed): Weighed[] {
  return points.map((point) =>
    point.move === found.move && point.seat >= 0
      ? { ...point, best: found.best, played: found.played, missed: found.missed, why: found.why ?? null }
      : point,
  );
}

/** The decisions of a turn that were weighed, in order: the first of them is known at least. */
function decided(points: readonly Weighed[], { move, until }: Stretch): Weighed[] {
  return points.filter((point) => point.seat >= 0 && point.move >= move && point.move < until);
}

type Stretch = Pick<TurningPoint, "move" | "until">;

/** How much better the best action is than what was played, both from one comparison. */
function behind({ best, played, missed }: Weighed): number {
  return missed > 0 ? missed : best[0] && played && best[0].action !== played.action ? best[0].value - played.value : 0;
}

/** At the first decision of a turn that threw chances away: what a champion would have done and why, if that is known, and what was done; null where they are the same, or nearly. */
export function instead(
  points: readonly Weighed[],
  turn: Stretch,
): { move: number; best: Candidate; played: Candidate; why: Message | null } | null {
  const found = decided(points, turn).find(({ best, played, missed }) => best.length > 0 && played && missed > HARDLY);
  return found ? { move: found.move, best: found.best[0]!, played: found.played!, why: found.why ?? null } : null;
}

/** What a champion says of a turn in which nothing was missed: the same was played, or what is as good; `begun`: of several decisions only that
 * the first was right is known; `unsure`: another action looked better, but that may be the luck of the search. Null where something was missed, or
 * where it is not known. */
export function faultless(
  points: readonly Weighed[],
  moves: readonly Pick<Move, "seat">[],
  turn: Stretch,
): "same" | "as_good" | "begun" | "unsure" | null {
  const found = decided(points, turn);
  if (found[0]?.move !== turn.move || found.some(({ played, missed }) => !played || missed > HARDLY)) return null;
  if (found.some((point) => behind(point) > HARDLY)) return "unsure";
  if (found.length < moves.slice(turn.move, turn.until).filter(({ seat }) => seat >= 0).length) return "begun";
  return found.every(({ best, played }) => best[0]?.action === played!.action) ? "same" : "as_good";
}

/** How well a seat decided: the number of decisions, the mean loss of chances for each, and how near that comes to losing nothing, both as
shares of one. */
export interface Account {
  seat: number;
  n: number;
  loss: number;
  accuracy: number;
}

/** The accuracy of a decision with this loss of chances, as lichess counts it: 1 for no loss, falling for more. */
export function accuracy(loss: number): number {
  return Math.max(0, Math.min(1, 1.031668 * Math.exp(-4.354 * loss) - 0.031669));
}

/** What each seat's decisions lost, the small losses too, of which none is a mistake; without who decided nothing that was weighed. */
export function accounts(points: readonly Weighed[], seats: readonly number[]): Account[] {
  return seats.flatMap((seat) => {
    const losses = points
      .filter((point) => point.seat === seat && point.played && point.best.length > 0)
      .map((point) => Math.max(0, behind(point)));
    const mean = (of: readonly number[]): number => of.reduce((sum, each) => sum + each, 0) / of.length;
    return losses.length > 0
      ? [{ seat, n: losses.length, loss: mean(losses), accuracy: mean(losses.map(accuracy)) }]
      : [];
  });
}

/** Where a seat's chances went little by little. */
export interface Slope {
  seat: number;
  from: number;
  until: number;
  before: number;
  after: number;
}

/** The loss of chances that counts as a slope. */
const STEEP = 0.2;
/** As near the top as this it has not begun. */
const LEVEL = 0.02;

/** The stretch in which a seat's chances sank most, with no single step making up half of it; null if there is none. */
export function slope(points: readonly Weighed[]): Slope | null {
  let found: Slope | null = null;
  for (let seat = 0; seat < (points[0]?.chances.length ?? 0); seat++) {
    const chance = (i: number): number => points[i]!.chances[seat]!;
    for (let [top, i] = [0, 1]; i < points.length; i++) {
      if (chance(i) >= chance(top)) top = i;
      const fall = chance(top) - chance(i);
      if (fall < STEEP - 1e-9 || (found && fall <= found.before - found.after)) continue;
      let begun = top;
      for (let j = top; j < i; j++) if (chance(j) >= chance(top) - LEVEL) begun = j;
      const steepest = Math.max(
        ...Array.from({ length: i - begun }, (_, j) => chance(begun + j) - chance(begun + j + 1)),
      );
      if (steepest < fall / 2)
        found = { seat, from: points[begun]!.move, until: points[i]!.move, before: chance(begun), after: chance(i) };
    }
  }
  return found;
}

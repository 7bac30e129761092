/** The curve of each player's chances, as points in a drawing. */

import { get } from "svelte/store";
import { lang, type Message } from "../lib/i18n";
import type { TurningPoint, Weighed } from "../lib/replay";

export const WIDTH = 360;
export const HEIGHT = 150;

/** A share as people write it: `54 %`. */
export function percent(share: number, language: string = get(lang)): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** Where a moment and a share lie in the drawing. */
export function place(move: number, share: number, end: number): [x: number, y: number] {
  return [end > 0 ? (move / end) * WIDTH : 0, (1 - Math.max(0, Math.min(1, share))) * HEIGHT];
}

/** The line of one seat. */
export function line(points: readonly Weighed[], seat: number, end: number): string {
  return points.map(({ move, chances }) => place(move, chances[seat] ?? 0, end).map((each) => +each.toFixed(1)).join(",")).join(" ");
}

/** The points that bear the sign of a seat: a few, apart from one another and from those of other seats. */
export function signed(points: readonly Weighed[], seat: number, seats: number): Weighed[] {
  const every = Math.max(seats + 1, Math.ceil(points.length / 5));
  return points.filter((_, i) => i % every === Math.floor((seat * every) / Math.max(1, seats)));
}

/** What was found at the end of each turn, 0 being the beginning of the game: one row of a table a turn, as the list of moves has one line. */
export function byTurn(points: readonly Weighed[], turnAt: (move: number) => number): { turn: number; point: Weighed }[] {
  return [...new Map(points.map((point) => [turnAt(point.move), point]))].map(([turn, point]) => ({ turn, point }));
}

/** The moment that a place in the drawing stands for: that of the nearest point. */
export function momentAt(points: readonly Weighed[], x: number, end: number): number | null {
  const wanted = (x / WIDTH) * end;
  return points.reduce<Weighed | null>((best, each) => (best === null || Math.abs(each.move - wanted) < Math.abs(best.move - wanted) ? each : best), null)?.move ?? null;
}

/** At the decision that began a turn: what a champion would have done, and what was done instead; null where they are the same, or nearly. */
export function instead(points: readonly Weighed[], turn: Pick<TurningPoint, "move">): [what: Message, played: Message] | null {
  const found = points.find(({ move }) => move === turn.move);
  const [best] = found?.best ?? [];
  if (!best || !found?.played || found.missed === 0) return null;
  return [best.view.message, found.played.view.message];
}

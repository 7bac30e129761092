/** The photo finish of a race: everybody's hand on one axis of time, from the cue to where it arrived. */

import { get } from "svelte/store";
import { lang, type Message } from "../lib/i18n";
import type { Photo, PhotoRow } from "../net/wire";

/** One hand: the parts of its way, in ms from the cue, and where it arrived. */
export interface Lane {
  row: PhotoRow;
  /** From the cue to the press, as the hand's own screen timed it, and as it was counted. */
  reacted: number;
  pressed: number;
  /** From the press to the thing: the hand's way, minus the compensation. */
  from: number;
  to: number;
  /** What it arrived at, ms; the order is by this. */
  key: number;
}

export interface Strip {
  lanes: Lane[];
  /** The axis ends here, ms. */
  end: number;
  /** Where it is marked, ms. */
  ticks: number[];
}

const STEPS = [50, 100, 200, 500, 1000];
const MAX_TICKS = 4;
/** A wait of the screen that is too short to mention, ms. */
const UNTOLD = 5;

/** Hands that arrive within this many ms of each other are level: the server decides by the way, then at random. */
const LEVEL = 8;

/** Whether there is a finish to look at: of things that were grabbed. Who called first is heard, and needs no picture. */
export const pictured = (photo: Photo): boolean => photo.kind.trim() === "grab";

/** The lanes of a photo: this screen's own hands first, then the others, as they arrived; those who cannot be placed come last. */
export function strip(photo: Photo, own: readonly number[] = []): Strip {
  const lanes = photo.rows.map((row): Lane => {
    // Whoever started too soon did so at that instant: the time until the server heard of it means nothing.
    if (row.result === "early")
      return { row, reacted: row.key_ms, pressed: row.key_ms, from: row.key_ms, to: row.key_ms, key: row.key_ms };
    const fair = Math.max(0, row.elapsed_ms - row.compensation_ms);
    return {
      row,
      reacted: Math.min(row.reaction_ms, fair),
      pressed: fair,
      from: Math.min(fair, row.key_ms),
      to: Math.max(fair, row.key_ms),
      key: row.key_ms,
    };
  });
  const others = ({ row }: Lane): number => Number(!own.includes(row.seat));
  lanes.sort(
    (a, b) =>
      others(a) - others(b) ||
      Number(a.row.result === "void") - Number(b.row.result === "void") ||
      a.row.place - b.row.place ||
      a.key - b.key,
  );
  const last = Math.max(
    100,
    ...lanes.map((lane) => Math.max(lane.to, lane.row.result === "early" ? 0 : lane.row.elapsed_ms)),
  );
  const step = STEPS.find((each) => last / each <= MAX_TICKS) ?? 2000;
  const end = Math.ceil((last * 1.04) / step) * step;
  return { lanes, end, ticks: Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step) };
}

/** The narrowest margin by which somebody was beaten, ms; null if nobody was. */
export function margin(photo: Photo): number | null {
  const taken = new Map(photo.rows.filter(({ result }) => result === "taken").map((row) => [row.action, row.key_ms]));
  const gaps = photo.rows
    .filter((row) => row.result === "late" && taken.has(row.action))
    .map((row) => row.key_ms - taken.get(row.action)!);
  return gaps.length > 0 ? Math.round(Math.max(0, Math.min(...gaps))) : null;
}

/** Of two who called at the same time: the first, and by how many ms; null where only one called. */
export function between(photo: Photo): { first: number; second: number; n: number } | null {
  const rows = [...photo.rows].sort((a, b) => a.place - b.place);
  const one = rows.find(({ result }) => result === "taken");
  const other = rows.find((row) => one && row.seat !== one.seat && row.place > one.place);
  return one && other
    ? { first: one.seat, second: other.seat, n: Math.max(0, Math.round(other.key_ms - one.key_ms)) }
    : null;
}

/** How close it was, in words; null if nobody was beaten. */
export function close(photo: Photo): Message | null {
  const n = margin(photo);
  return n === null
    ? null
    : n <= LEVEL
      ? { key: "ui.photo.level" }
      : { key: "ui.photo.margin", args: { s: inSeconds(n) } };
}

/** A time as people say it: `1.55`, in seconds. */
export function inSeconds(ms: number, language: string = get(lang), digits = 2): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: 2 }).format(ms / 1000);
}

/** What became of a hand, in words. */
export function told({ row, key }: Lane, who: string): Message {
  return { key: `ui.photo.${row.result}`, args: { who, s: inSeconds(key) } };
}

/** The parts of a hand's time, to the millisecond, on request; missing parts are left out. */
export function parts({ row, reacted, pressed }: Lane): Message[] {
  const said: Message[] = [{ key: "ui.photo.reaction", args: { ms: Math.round(reacted) } }];
  if (row.result === "early") return said;
  if (pressed - reacted >= UNTOLD) said.push({ key: "ui.photo.waited", args: { ms: Math.round(pressed - reacted) } });
  if (row.compensation_ms >= 0.5)
    said.push({ key: "ui.photo.compensation", args: { ms: Math.round(row.compensation_ms) } });
  if (row.reach_ms >= 0.5) said.push({ key: "ui.photo.reach", args: { ms: Math.round(row.reach_ms) } });
  if (row.handicap_ms >= 0.5) said.push({ key: "ui.photo.handicap", args: { s: inSeconds(row.handicap_ms) } });
  return said;
}

/** What the host's page tells in words and numbers. */

import type { Overview, Table } from "../lib/hosting";
import type { Message } from "../lib/i18n";
import { timeOf } from "../lib/results";

/** What last happened at a table, by the kind of the event. */
const LAST: Readonly<Record<string, readonly string[]>> = {
  move: ["act", "resolved", "time", "undone"],
  seat: [
    "sat",
    "bot",
    "stood",
    "taken_over",
    "ready",
    "stood_in",
    "returned",
    "renamed",
    "removed",
    "let_in",
    "awaited",
    "declined",
  ],
  people: ["absent", "present", "paused", "resumed", "nudged", "heard"],
  chat: ["said"],
  start: ["created", "invited", "started", "rematch"],
  end: ["resigning", "stayed", "resigned", "timed_out", "called_off"],
  ask: ["asked", "answered", "withdrawn", "advised"],
  host: ["closed", "reopened", "away"],
};

/** The key of the words for what last happened. */
export function lastOf(kind: string): string {
  const found = Object.entries(LAST).find(([, kinds]) => kinds.includes(kind));
  return `ui.host.last.${found?.[0] ?? "other"}`;
}

/** All tables, those where something happened last first. */
export function tablesOf(told: Overview): Table[] {
  return told.processes.flatMap(({ tables }) => tables).sort((a, b) => b.last_ms - a.last_ms || (a.id < b.id ? -1 : 1));
}

/** What tells a table from others. */
export function tableNamed(table: Table, language?: string): Message {
  return {
    key: "ui.host.table",
    args: { game: { key: `${table.game}.title` }, when: timeOf(table.made_ms, language) },
  };
}

/** Says how many tables stayed open, names one, and says why; null if all are closed. */
export function stillOpen(
  tables: readonly Table[],
  failed: Readonly<Record<string, { error: Message }>>,
  language?: string,
): Message | null {
  const open = tables.flatMap((table) => (failed[table.id] ? [{ table, why: failed[table.id]!.error }] : []));
  const [first] = open;
  return first
    ? {
        key: "ui.host.close.failed",
        args: { n: open.length, table: tableNamed(first.table, language), why: first.why },
      }
    : null;
}

/** What all processes have together. */
export function sumOf(told: Overview): {
  sockets: number;
  bots: number;
  moves: number;
  p99: number;
  max: number;
  free: number;
} {
  const all = told.processes;
  const sum = (of: (each: Overview["processes"][number]) => number): number =>
    all.reduce((before, each) => before + of(each), 0);
  const known = all.map(({ free_bytes }) => free_bytes).filter((bytes) => bytes >= 0);
  return {
    sockets: sum(({ sockets }) => sockets),
    bots: sum(({ bots }) => bots),
    moves: sum(({ moves }) => moves),
    p99: Math.max(0, ...all.map(({ lag_p99_ms }) => lag_p99_ms)),
    max: Math.max(0, ...all.map(({ lag_max_ms }) => lag_max_ms)),
    free: known.length > 0 ? Math.min(...known) : -1,
  };
}

/** A number of bytes in the unit in which it is read best; "" where it is not known. */
export function bytes(count: number, language: string): string {
  if (count < 0) return "";
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  let [value, unit] = [count, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[unit]!,
    unitDisplay: "short",
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value);
}

/** Who sits at a table, and who won at it, in words. */

import { get } from "svelte/store";
import { lang, t, type Message } from "../lib/i18n";
import type { Chair, TableFacts } from "../net/wire";

/** The name of whoever sits on a chair. */
export function nameOf(chair: Chair): string {
  return chair.name || (chair.who === "bot" ? t(`bot.${chair.level}`) : t("ui.seat", { n: chair.seat + 1 }));
}

/** Some names as one says them: `Ada, Léo et Zoé`. */
export function together(names: readonly string[]): string {
  return new Intl.ListFormat(get(lang)).format(names);
}

/** A chair with its rank, 1 for the first. */
export interface Ranked {
  chair: Chair;
  rank: number;
}

/** Everybody at a table that is over, the first one first; those of one rank in the order of their seats. */
export function ranked(table: TableFacts): Ranked[] {
  const ranking = table.outcome?.ranking ?? [];
  const low = Math.min(...ranking);
  return table.chairs
    .map((chair) => ({ chair, rank: (ranking[chair.seat] ?? low) - low + 1 }))
    .sort((a, b) => a.rank - b.rank || a.chair.seat - b.chair.seat);
}

/** Who won, to be said to this screen; null while nobody has. */
export function victory(table: TableFacts): Message | null {
  if (table.phase !== "over" || !table.outcome) return null;
  const first = ranked(table).filter(({ rank }) => rank === 1);
  const mine = table.chairs.filter((chair) => chair.yours);
  if (first.length === 1 && mine.length === 1 && first[0]!.chair.yours) return { key: "ui.over.you" };
  const who = together(first.map(({ chair }) => nameOf(chair)));
  return { key: first.length > 1 ? "ui.over.shared" : "ui.over.won", args: { who } };
}

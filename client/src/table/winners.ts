/** Who won at a table, and how, in words. */

import type { Message } from "../lib/i18n";
import { nameOf, together } from "../lib/names";
import type { Chair, TableFacts } from "../net/wire";

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

/** Who won, to be said to this screen; null while nobody has. Where giving up ended the game, who gave up too. */
export function victory(table: TableFacts): Message | null {
  if (table.phase !== "over" || !table.outcome) return null;
  const first = ranked(table).filter(({ rank }) => rank === 1).map(({ chair }) => chair);
  const who = names(table, first);
  const [n, you] = [first.length, isYou(table, first)];
  if (table.outcome.ending === "resigned") {
    const left = table.chairs.filter(({ resigned }) => resigned);
    const args = {
      left: isYou(table, left) ? { key: "ui.over.left.you" } : { key: "ui.over.left", args: { who: names(table, left), n: left.length } },
      won: you ? { key: "ui.over.rest.you" } : { key: "ui.over.rest", args: { who, n } },
    };
    return { key: "ui.over.given_up", args };
  }
  if (you) return { key: "ui.over.you" };
  return { key: n > 1 ? "ui.over.shared" : "ui.over.won", args: { who } };
}

function names(table: TableFacts, chairs: readonly Chair[]): string {
  return together(chairs.map((chair) => nameOf(chair, table.chairs)));
}

/** Is it one person alone, and the only one at this screen? */
function isYou(table: TableFacts, [only, second]: readonly Chair[]): boolean {
  return !second && !!only?.yours && table.chairs.filter(({ yours }) => yours).length === 1;
}

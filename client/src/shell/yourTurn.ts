/** Which of my tables wait for me. */

import type { Listed, Summary } from "../lib/api";
import type { Message } from "../lib/i18n";
import { momentOf } from "../lib/results";

/** Do other people play at this table? */
export function withPeople(table: Listed): boolean {
  return !("closed" in table) && table.phase === "playing" && table.chairs.some(({ who, yours }) => who === "person" && !yours);
}

function myTurn(table: Listed): table is Summary {
  return !("closed" in table) && table.phase === "playing" && table.chairs.some(({ seat, yours }) => yours && table.actors?.includes(seat));
}

/** The tables at which it is my turn and other people wait. */
export function awaitingMe(tables: readonly Listed[]): Summary[] {
  return tables.filter(myTurn).filter(withPeople);
}

/** My other games that are not over, the last played first: those with other people, then those against robots or alone on this screen. */
export function unfinished(tables: readonly Listed[]): Summary[] {
  const mine = tables.filter((table): table is Summary => !("closed" in table) && table.phase === "playing" && table.chairs.some(({ yours }) => yours));
  const late = (one: Summary, other: Summary): number => (other.at_ms ?? 0) - (one.at_ms ?? 0);
  return [
    ...mine.filter((table) => withPeople(table) && !myTurn(table)).sort(late),
    ...mine.filter((table) => !withPeople(table)).sort(late),
  ];
}

/** What tells a game that goes on from others like it: when it was begun, and its turn; null where that is not known. */
export function howFar({ phase, made_ms, turn }: Pick<Summary, "phase" | "made_ms" | "turn">): Message | null {
  if (phase !== "playing" || !made_ms) return null;
  const when = momentOf(made_ms);
  return turn ? { key: "ui.table.begun.turn", args: { when, n: turn } } : { key: "ui.table.begun", args: { when } };
}

/** My seat at a game that I may throw away: it goes on, and nobody else plays there who would have to agree; -1 at any other. */
export function mayDrop(table: Summary): number {
  if (table.phase !== "playing" || table.abandoned || withPeople(table)) return -1;
  return table.chairs.find(({ yours, resigned }) => yours && !resigned)?.seat ?? -1;
}

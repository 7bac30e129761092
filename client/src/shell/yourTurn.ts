/** Which of my tables wait for me. */

import type { Listed, Summary } from "../lib/api";

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

/** The table last played of those at which only I can go on: a game against robots, or alone on this screen. */
export function resumable(tables: readonly Listed[]): Summary | undefined {
  const mine = tables.filter((table): table is Summary => myTurn(table) && !withPeople(table));
  return mine.length > 0 ? mine.reduce((last, table) => ((table.at_ms ?? 0) > (last.at_ms ?? 0) ? table : last)) : undefined;
}

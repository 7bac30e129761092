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

/** My other games that are not over, the last played first: those with other people, then those against robots or alone on this screen. */
export function unfinished(tables: readonly Listed[]): Summary[] {
  const mine = tables.filter((table): table is Summary => !("closed" in table) && table.phase === "playing" && table.chairs.some(({ yours }) => yours));
  const late = (one: Summary, other: Summary): number => (other.at_ms ?? 0) - (one.at_ms ?? 0);
  return [
    ...mine.filter((table) => withPeople(table) && !myTurn(table)).sort(late),
    ...mine.filter((table) => !withPeople(table)).sort(late),
  ];
}

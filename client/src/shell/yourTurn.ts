/** Which of my tables wait for me. */

import type { Listed, Summary } from "../lib/api";
import type { Message } from "../lib/i18n";
import { momentOf } from "../lib/results";

/** Do other people play at this table? */
export function withPeople(table: Listed): boolean {
  return (
    !("closed" in table) &&
    table.phase === "playing" &&
    table.chairs.some(({ who, yours }) => who === "person" && !yours)
  );
}

function myTurn(table: Listed): table is Summary {
  return (
    !("closed" in table) &&
    table.phase === "playing" &&
    table.chairs.some(({ seat, yours }) => yours && table.actors?.includes(seat))
  );
}

const at = (table: Listed): number => ("closed" in table ? 0 : (table.at_ms ?? 0));

/** The tables at which it is my turn and other people wait, those first who have waited for longest. */
export function awaitingMe(tables: readonly Listed[]): Summary[] {
  return tables
    .filter(myTurn)
    .filter(withPeople)
    .sort((one, other) => at(one) - at(other));
}

/** My tables as they are listed: those where people wait for me, then those where something happened last. */
export function inOrder(tables: readonly Listed[]): Listed[] {
  const first: readonly Listed[] = awaitingMe(tables);
  return [...first, ...tables.filter((table) => !first.includes(table)).sort((one, other) => at(other) - at(one))];
}

/** My other games that are not over, the last played first: those with other people, then those against robots or alone on this screen. */
export function unfinished(tables: readonly Listed[]): Summary[] {
  const mine = tables.filter(
    (table): table is Summary =>
      !("closed" in table) && table.phase === "playing" && table.chairs.some(({ yours }) => yours),
  );
  const late = (one: Summary, other: Summary): number => at(other) - at(one);
  return [
    ...mine.filter((table) => withPeople(table) && !myTurn(table)).sort(late),
    ...mine.filter((table) => !withPeople(table)).sort(late),
  ];
}

/** What tells a game that goes on from others like it: when it was begun, its turn, and its number among those that look alike all the same (0: there are none); null where that is not known. */
export function howFar(
  { phase, made_ms, turn }: Pick<Summary, "phase" | "made_ms" | "turn">,
  number = 0,
): Message | null {
  if (phase !== "playing" || !made_ms) return null;
  const when = momentOf(made_ms);
  const far: Message = turn
    ? { key: "ui.table.begun.turn", args: { when, n: turn } }
    : { key: "ui.table.begun", args: { when } };
  return number ? { key: "ui.table.begun.nth", args: { far, n: number } } : far;
}

/** Numbers by table for games that look alike: of one kind, with the same people, begun in the same minute and in the same turn; the first that was begun is number 1. */
export function numbered(tables: readonly Listed[]): ReadonlyMap<string, number> {
  const alike = new Map<string, Summary[]>();
  for (const table of tables) {
    const far = "closed" in table ? null : howFar(table);
    if ("closed" in table || !far) continue;
    const look = JSON.stringify([
      table.game,
      far,
      table.chairs.map(({ who, name, level }) => JSON.stringify([who, name, level])).sort(),
    ]);
    alike.set(look, [...(alike.get(look) ?? []), table]);
  }
  const several = [...alike.values()].filter(({ length }) => length > 1);
  const begun = (one: Summary, other: Summary): number => one.made_ms! - other.made_ms! || (one.id < other.id ? -1 : 1);
  return new Map(several.flatMap((group) => group.sort(begun).map(({ id }, i) => [id, i + 1] as const)));
}

/** My seat at a game that I may throw away: one in progress, where nobody else would have to agree; -1 for any other. */
export function mayDrop(table: Summary): number {
  if (table.phase !== "playing" || table.abandoned || withPeople(table)) return -1;
  return table.chairs.find(({ yours, resigned }) => yours && !resigned)?.seat ?? -1;
}

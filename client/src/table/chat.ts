/** What people say at a table: who said it, and whom one would rather not hear. */

import { t } from "../lib/i18n";
import { nameOf } from "../lib/names";
import type { SaidFacts, TableFacts } from "../net/wire";

export type Emote = NonNullable<SaidFacts["emote"]>;
export const EMOTES: readonly Emote[] = ["hello", "bravo", "oops", "haha", "thanks", "again"];

/** What whoever said something is called. Who only watches is told apart from the players. */
export function speaker({ seat, name }: SaidFacts, { chairs }: Pick<TableFacts, "chairs">): string {
  const chair = chairs.find((each) => each.seat === seat);
  if (chair) return name || nameOf(chair, chairs);
  return name ? t("ui.chat.watcher.named", { who: name }) : t("ui.chat.watcher");
}

/** The people of a table that are not heard here; they are kept as `table/number`. */
export function mutedHere(kept: readonly string[], table: string): ReadonlySet<number> {
  return new Set(kept.filter((each) => each.startsWith(`${table}/`)).map((each) => Number(each.slice(table.length + 1))));
}

/** Has whoever said this been erased? Then nothing of it is left. */
export function isErased({ text, emote }: Pick<SaidFacts, "text" | "emote">): boolean {
  return !text && !emote;
}

/** What was said since so many lines, by others who are heard here. */
export function unheard(said: readonly SaidFacts[], known: number, hidden: ReadonlySet<number>): SaidFacts[] {
  return said.slice(known).filter((one) => !one.yours && !hidden.has(one.by) && !isErased(one));
}

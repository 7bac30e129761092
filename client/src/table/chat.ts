/** What people say at a table: who said it, and whom one would rather not hear. */

import { t } from "../lib/i18n";
import { nameOf } from "../lib/names";
import type { SaidFacts, TableFacts } from "../net/wire";
import { keep, recall } from "./remembered";

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
  return new Set(
    kept.filter((each) => each.startsWith(`${table}/`)).map((each) => Number(each.slice(table.length + 1))),
  );
}

/** Has whoever said this been erased? Then nothing of it is left. */
export function isErased({ text, emote }: Pick<SaidFacts, "text" | "emote">): boolean {
  return !text && !emote;
}

/** What was said since so many lines, by others who are heard here. */
export function unheard(said: readonly SaidFacts[], known: number, hidden: ReadonlySet<number>): SaidFacts[] {
  return said.slice(known).filter((one) => !one.yours && !hidden.has(one.by) && !isErased(one));
}

/** A line that was said in the game before. */
export interface Earlier {
  who: string;
  text: string;
  emote: Emote | null;
}
/** So many of them are kept. */
const LAST = 6;

const isEarlier = (found: unknown): found is Earlier => {
  const line = found as Partial<Earlier> | null;
  return (
    typeof line?.who === "string" &&
    typeof line.text === "string" &&
    (line.emote === null || EMOTES.includes(line.emote as Emote))
  );
};

/** The last things said at a table whose players go on to another, kept on this device for that one; without whom one would rather not hear. */
export function keepBefore(
  next: string,
  said: readonly SaidFacts[],
  table: Pick<TableFacts, "id" | "chairs">,
  muted: readonly string[],
): void {
  const hidden = mutedHere(muted, table.id);
  const lines = said.filter(({ by }) => !hidden.has(by)).slice(-LAST);
  if (lines.length > 0)
    keep(
      "before",
      next,
      JSON.stringify(lines.map((one): Earlier => ({ who: speaker(one, table), text: one.text, emote: one.emote }))),
    );
}

/** What was said last in the game before this one; empty where nothing is known of it. */
export function before(table: string): Earlier[] {
  try {
    const found: unknown = JSON.parse(recall("before", table) || "[]");
    return Array.isArray(found) && found.every(isEarlier) ? found : [];
  } catch {
    return []; // not ours
  }
}

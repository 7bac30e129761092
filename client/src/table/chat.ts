/** What people say at a table: who said it, and the people whose messages are hidden. */

import { t } from "../lib/i18n";
import { nameOf } from "../lib/names";
import type { SaidFacts, TableFacts } from "../net/wire";
import { keep, recall } from "./remembered";

export type Emote = NonNullable<SaidFacts["emote"]>;
export const EMOTES: readonly Emote[] = ["hello", "bravo", "oops", "haha", "thanks", "again"];

/** The name of a message's author. Watchers are marked as such. */
export function speaker({ seat, name }: SaidFacts, { chairs }: Pick<TableFacts, "chairs">): string {
  const chair = chairs.find((each) => each.seat === seat);
  if (chair) return name || nameOf(chair, chairs);
  return name ? t("ui.chat.watcher.named", { who: name }) : t("ui.chat.watcher");
}

/** The people of a table whose messages are hidden here; they are kept as `table/number`. */
export function mutedHere(kept: readonly string[], table: string): ReadonlySet<number> {
  return new Set(
    kept.filter((each) => each.startsWith(`${table}/`)).map((each) => Number(each.slice(table.length + 1))),
  );
}

/** Has the author been erased? Then nothing of the message is left. */
export function isErased({ text, emote }: Pick<SaidFacts, "text" | "emote">): boolean {
  return !text && !emote;
}

/** The messages since this number of lines, by others whose messages are not hidden. */
export function unheard(said: readonly SaidFacts[], known: number, hidden: ReadonlySet<number>): SaidFacts[] {
  return said.slice(known).filter((one) => !one.yours && !hidden.has(one.by) && !isErased(one));
}

/** A message from the game before. */
export interface Earlier {
  who: string;
  text: string;
  emote: Emote | null;
}
/** How many of them are kept. */
const LAST = 6;

const isEarlier = (found: unknown): found is Earlier => {
  const line = found as Partial<Earlier> | null;
  return (
    typeof line?.who === "string" &&
    typeof line.text === "string" &&
    (line.emote === null || EMOTES.includes(line.emote as Emote))
  );
};

/** The last messages at a table whose players move on to another, kept on this device for that one; without hidden people. */
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

/** The last messages of the previous game; empty if none are known. */
export function before(table: string): Earlier[] {
  try {
    const found: unknown = JSON.parse(recall("before", table) || "[]");
    return Array.isArray(found) && found.every(isEarlier) ? found : [];
  } catch {
    return []; // not ours
  }
}

/** Notes about what this device saw or said at a table, saved if the browser allows it, else kept while the page is open. */

import * as storage from "../lib/storage";

type What = "reply" | "declined" | "heard" | "before" | "lost";
type Kept = [table: string, value: string];

/** For this many tables; the oldest are forgotten first. */
const MOST = 100;
/** What the browser refused to save. */
const here = new Map<What, Kept[]>();

const isKept = (found: unknown): found is Kept[] =>
  Array.isArray(found) &&
  found.every((each) => Array.isArray(each) && each.length === 2 && each.every((part) => typeof part === "string"));

function stored(what: What): Kept[] {
  try {
    const found: unknown = JSON.parse(storage.get(what) ?? "null");
    return isKept(found) ? found : [];
  } catch {
    return []; // not ours
  }
}

const added = (all: Kept[], table: string, value: string): Kept[] => [
  ...all.filter(([of]) => of !== table).slice(1 - MOST),
  [table, value],
];

/** What was kept; "" for nothing. */
export function recall(what: What, table: string): string {
  return [...stored(what), ...(here.get(what) ?? [])].findLast(([of]) => of === table)?.[1] ?? "";
}

export function keep(what: What, table: string, value: string): void {
  if (!storage.set(what, JSON.stringify(added(stored(what), table, value))))
    here.set(what, added(here.get(what) ?? [], table, value));
}

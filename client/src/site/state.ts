/** How far the server in this page is, and what has ended it. */

import { get, writable } from "svelte/store";

/** `in-use`: another page has the files. `given-up`: this page had them, and another one has taken over. */
export type Failure = "in-use" | "given-up" | "broken";
export type Opening =
  { state: "coming"; done: number } | { state: "open"; kept: boolean } | { state: "failed"; why: Failure };

export const opening = /* @__PURE__ */ writable<Opening>({ state: "coming", done: 0 });

/** The game of a table that waits for the server; "" for none. */
export const awaited = /* @__PURE__ */ writable("");

/** Shows what a game is about, and how it begins, if its table has to wait for the server. Returns whether the player is still waiting once
the table exists. */
export async function shownMeanwhile(game: string, table: Promise<unknown>): Promise<boolean> {
  const shows = get(opening).state === "coming";
  if (shows) awaited.set(game);
  try {
    await table;
    return !shows || get(awaited) === game;
  } finally {
    awaited.update((now) => (now === game ? "" : now));
  }
}

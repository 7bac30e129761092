/** How far the server in this page is, and what has ended it. */

import { writable } from "svelte/store";

/** `in-use`: another page has the files. `given-up`: this page had them, and another one has taken over. */
export type Failure = "in-use" | "given-up" | "broken";
export type Opening =
  { state: "coming"; done: number } | { state: "open"; kept: boolean } | { state: "failed"; why: Failure };

export const opening = /* @__PURE__ */ writable<Opening>({ state: "coming", done: 0 });

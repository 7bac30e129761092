/** The games that the library answers, asked once and shared by the pages. */

import { writable } from "svelte/store";
import * as api from "./api";

/** The games of the last answer; empty before the first. */
export const games = writable<api.GameInfo[]>([]);

let asked: Promise<api.Library> | null = null;

/** The library; asked again after a failure, or where a game was still being prepared. */
export function shelf(): Promise<api.Library> {
  asked ??= api.library().then(
    (found) => {
      games.set(found.games);
      if (found.games.some(({ ready }) => ready === "compiling")) asked = null;
      return found;
    },
    (reason: unknown) => {
      asked = null;
      throw reason;
    },
  );
  return asked;
}

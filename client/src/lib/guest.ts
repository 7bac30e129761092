/** Who is here: the guest's name, shared by the header and the pages that ask for it. */

import { get, writable } from "svelte/store";
import * as api from "./api";
import { lang } from "./i18n";

/** The guest's name; empty until one is given. */
export const name = writable("");

let asked: Promise<void> | null = null;

/** Ask the server, once, who we are; without an answer there is no name yet. */
export function meet(): Promise<void> {
  asked ??= api.me().then(
    (found) => name.set(found.name),
    () => {
      asked = null; // the page that needs the server says so itself
    },
  );
  return asked;
}

/** Keep a name (and the language) at the server; throws `ApiError`. */
export async function rename(wanted: string): Promise<void> {
  const kept = await api.setMe({ name: wanted.trim(), lang: get(lang) });
  name.set(kept.name);
}

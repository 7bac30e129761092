/** Who is here: the guest's name, shared by the header and the pages that ask for it. */

import { get, writable } from "svelte/store";
import * as api from "./api";
import { lang } from "./i18n";
import { isTexts, kept } from "./prefs";

/** The guest's name; empty until one is given. */
export const name = writable("");

/** The names that one gave up on this device, the latest first: tables already begun still have them. */
export const formerly = kept<string[]>("formerly", [], isTexts);
const MOST = 8;

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

/** Be a guest of the server from now on: whoever opens a table is. Without an answer one watches, and is asked again with the next table. */
export async function arrive(): Promise<void> {
  await api.arrive().then(
    (found) => name.set(found.name),
    () => undefined,
  );
}

/** Keep a name (and the language) at the server; throws `ApiError`. */
export async function rename(wanted: string): Promise<void> {
  const kept = await api.setMe({ name: wanted.trim(), lang: get(lang) });
  // Without its cookie the browser is somebody new each time it asks, and nobody knows the name.
  if ((await api.me()).name !== kept.name) throw new api.ApiError(0, { key: "ui.cookies.blocked" }, "cookies are blocked");
  name.set(kept.name);
}

/** The same for who changes their name on purpose: their tables follow when they are opened. */
export async function renameFromNow(wanted: string): Promise<void> {
  const before = get(name);
  await rename(wanted);
  if (before && before !== get(name)) formerly.update((all) => [before, ...all.filter((each) => each !== before)].slice(0, MOST));
}

/** The seats of mine that have a name here which I gave up elsewhere. */
export function outdated(chairs: readonly { seat: number; name: string; yours: boolean; here: boolean }[], now: string, former: readonly string[]): number[] {
  return chairs.filter(({ name, yours, here }) => yours && !here && name !== now && former.includes(name)).map(({ seat }) => seat);
}

/** What I decide about myself: a name kept with a phrase, my devices, what is known about me. */

import { ask, json, type Me } from "./api";
import { inFolder, root } from "./folder";
import { get } from "svelte/store";
import { lang } from "./i18n";
import { local, session } from "./storages";

/** The name that I keep (empty: none), since when (Unix ms), and how many devices are signed in as me. */
export type Kept = { name: string; made_ms: number; devices: number };

export const kept = (): Promise<Kept> => ask("/api/me/kept");
/** Keep my name. The phrase is shown only now, and replaces any earlier one. */
export const keepName = (): Promise<{ name: string; phrase: string }> =>
  ask("/api/me/kept", json("POST", { lang: get(lang) }));
export const keepNoMore = (): Promise<unknown> => ask("/api/me/kept", { method: "DELETE" });
/** Become, on this device, the person who keeps this name with this phrase. */
export const comeBack = (name: string, phrase: string): Promise<Me> =>
  ask("/api/me/return", json("POST", { name, phrase }));
export const signOutElsewhere = (): Promise<unknown> => ask("/api/me/sign-out", { method: "POST" });
/** The file with everything that is known about me. */
export const EXPORT = "/api/me/export";

/** Load the front page: everything known about the guest is read again. Whoever waits for it does nothing more: this page is gone then. */
export function startAgain(): Promise<never> {
  location.replace(`${root}/`);
  if (inFolder) location.reload(); // what stands behind `#` loads nothing
  return new Promise(() => undefined);
}

/** Erase me at the server, and what this browser remembers. */
export async function eraseMe(): Promise<void> {
  await ask("/api/me/erase", json("POST", { sure: true }));
  local.clear();
  session.clear();
}

/** Who is here: the guest's name, shared by the header and the pages that ask for it. */

import { get, writable } from "svelte/store";
import * as api from "./api";
import { isOutdated } from "./build";
import { lang } from "./i18n";
import { isTexts, kept } from "./prefs";
import * as storage from "./storage";

/** The guest's name; empty until one is given. */
export const name = writable("");

/** The names that one gave up on this device, the latest first: tables already begun still have them. */
export const formerly = kept<string[]>("formerly", [], isTexts);
const MOST = 8;

let asked: Promise<void> | null = null;
let known = false;
/** The browser keeps no cookies. */
let blocked = false;

/** The channel on which this browser's pages tell each other that the server does not know this browser. */
const STRANGER = "stranger";

/** What the server says about us. If it does not know us, no other page of this browser keeps an old name, such as one that was erased. */
function learn(found: api.Met): void {
  isOutdated(found.build);
  known = found.known;
  name.set(found.name);
  if (!known) storage.set(STRANGER, String(Date.now())); // a browser that keeps nothing tells nothing; the server refuses such a page
}

/** A page whose name is no longer ours is reloaded, even one from the browser's back/forward cache. */
export function forgetWithOthers(page: Pick<Window, "addEventListener" | "location">): void {
  page.addEventListener("storage", ({ key }) => {
    if ((key === storage.placeOf(STRANGER) || key === null) && get(name)) page.location.reload();
  });
  page.addEventListener("pageshow", ({ persisted }) => {
    if (persisted)
      void api.me().then(
        (found) => found.name !== get(name) && page.location.reload(),
        () => undefined,
      );
  });
}

/** Ask the server, once, who we are; without an answer there is no name yet. */
export function meet(): Promise<void> {
  asked ??= api.me().then(learn, () => {
    asked = null; // the page that needs the server says so itself
  });
  return asked;
}

/** How long to wait before the server is asked again where it does not say so itself, at first and at most, ms. */
const FIRST_WAIT = 1_000;
const MAX_WAIT = 30_000;
/** Waiting helps where no answer came, the line is too long or the server is not well. */
const passes = ({ status }: api.ApiError): boolean => status === 0 || status === 429 || status >= 500;

let coming: Promise<unknown> | null = null;

/** Be a guest of the server from now on, unless cookies are blocked. Throws `ApiError`. */
async function come(): Promise<"known" | "new" | "blocked"> {
  await meet(); // what is answered to it takes an old cookie away, and never a new one
  let found = await api.me();
  const before = found.known;
  // twice: the answer to another tab of this browser may have taken the new cookie away
  for (let tries = 0; tries < 2 && !found.known && !blocked; tries++) {
    coming ??= api.arrive().finally(() => (coming = null));
    await coming;
    found = await api.me();
  }
  blocked = !found.known;
  learn(found);
  return blocked ? "blocked" : before ? "known" : "new";
}

const cookiesBlocked = (): api.ApiError => new api.ApiError(0, { key: "ui.cookies.blocked" }, "cookies are blocked");

/** Be a guest before something is asked for that is mine from then on. Throws `ApiError`, also where cookies are blocked. */
export async function beKnown(): Promise<void> {
  await meet();
  if (!known && (await come()) === "blocked") throw cookiesBlocked();
}

/**
 * Become a guest of the server, as everybody who opens a table must. If the server is full, ask again as long as it is `wanted`. Says
 * whether the server knew this browser before, knows it from now on (`new`), or never will (`blocked` cookies); null if it came to nothing.
 */
export async function arrive(wanted: () => boolean): Promise<"known" | "new" | "blocked" | null> {
  for (let wait = FIRST_WAIT; wanted(); wait = Math.min(MAX_WAIT, 2 * wait)) {
    try {
      return await come();
    } catch (reason) {
      if (!(reason instanceof api.ApiError) || !passes(reason)) return null;
      await new Promise((done) => setTimeout(done, Math.max(wait, 1000 * reason.wait_s)));
    }
  }
  return null;
}

/** Keep a name (and the language) at the server; throws `ApiError`. */
export async function rename(wanted: string): Promise<void> {
  const kept = await api.setMe({ name: wanted.trim(), lang: get(lang) });
  // Without its cookie the browser is somebody new each time it asks, and nobody knows the name.
  const found = await api.me();
  if (found.name !== kept.name) throw cookiesBlocked();
  learn(found);
}

/** The name that a player gave when sitting down becomes their own. The server, too, uses it from now on for a nameless guest. */
export function called(who: string): void {
  if (!get(name)) name.set(who);
  else if (get(name) !== who) void rename(who).catch(() => undefined);
}

/** The same for a deliberate change of name: tables follow when they are opened. */
export async function renameFromNow(wanted: string): Promise<void> {
  const before = get(name);
  await rename(wanted);
  if (before && before !== get(name))
    formerly.update((all) => [before, ...all.filter((each) => each !== before)].slice(0, MOST));
}

/** The seats of mine that have a name here which I gave up elsewhere. */
export function outdated(
  chairs: readonly { seat: number; name: string; yours: boolean; here: boolean }[],
  now: string,
  former: readonly string[],
): number[] {
  return chairs
    .filter(({ name, yours, here }) => yours && !here && name !== now && former.includes(name))
    .map(({ seat }) => seat);
}

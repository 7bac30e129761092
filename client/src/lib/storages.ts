/** What a tab keeps while it is open, and everything that this library keeps at all: the front page needs neither. */

import { BROUGHT, LIBRARY, tried } from "./storage";

/** What one library keeps in one way. */
function box(storage: () => Storage, library = LIBRARY) {
  const own = `${library}.`;
  const names = (): string[] =>
    tried([], () => Object.keys(storage()).filter((place) => place.startsWith(own))).map((place) =>
      place.slice(own.length),
    );
  const get = (name: string): string | null => tried(null, () => storage().getItem(own + name));
  const set = (name: string, text: string): boolean => tried(false, () => (storage().setItem(own + name, text), true));
  const drop = (name: string): void => tried(undefined, () => storage().removeItem(own + name));
  return {
    get,
    set,
    drop,
    names,
    /** Everything, by name. */
    all: () => Object.fromEntries(names().map((name) => [name, get(name) ?? ""])),
    clear: () => names().forEach(drop),
  };
}

/** What stays. */
export const local = box(() => localStorage);
export const session = box(() => sessionStorage);
/** What a tab carries from a server to a library without one. */
export const carried = box(() => sessionStorage, "ludotheque");

/** What is copied to a library without a server: preferences and learning progress, nothing about the server's tables and guests. */
const GOES_ALONG = new Set(
  "lang theme letters sound vibration captions confirm chances coordinates bluffing practised shouted moved firstGames briefed household household-games".split(
    " ",
  ),
);

/** Let the next library without a server that this tab opens have what is preferred here. */
export function bring(): void {
  const all = Object.entries(local.all()).filter(([name]) => GOES_ALONG.has(name));
  carried.set(BROUGHT, JSON.stringify(Object.fromEntries(all)));
}

/** A history router for the pages. The server answers the same document for all of them. */

import { isOver } from "./lib/backing";
import { inFolder, root } from "./lib/folder";

/** The address of this site at which the browser is. */
function address(): Pick<URL, "pathname" | "hash" | "search"> {
  return inFolder ? new URL(location.hash.slice(1) || "/", location.origin) : location;
}

/** An address of this site, as the browser is to write it. */
const written = (address: string): string => root + address;

const begun = address();
const here = $state({ path: begun.pathname, hash: begun.hash, search: begun.search });

/** The present address (reactive). */
export const route: Readonly<{ path: string; hash: string; search: string }> = here;

function read(): void {
  const { pathname, hash, search } = address();
  Object.assign(here, { path: pathname, hash, search });
}

/** Go to an address of this site; `replace` leaves no step in the browser's history. */
export function go(address: string, replace = false): void {
  const before = here.path;
  const stays = new URL(address, location.origin).pathname === before;
  // A history step that stands for an overlay keeps doing so there; another page takes its place.
  if (replace) history.replaceState(stays ? history.state : null, "", written(address));
  else if (isOver(history.state)) history.replaceState(null, "", written(address));
  else history.pushState(null, "", written(address));
  read();
  if (before !== here.path) scrollTo(0, 0);
}

addEventListener("popstate", read);
addEventListener("hashchange", read);

/** Ordinary links to pages of this site change the page without loading it again. */
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || /^\/(api|art)\//.test(link.pathname)) return;
  if (inFolder ? !link.hash.startsWith("#/") : link.pathname === here.path && link.hash) return;
  event.preventDefault();
  go(inFolder ? link.hash.slice(1) : link.pathname + link.search + link.hash);
});

/** A part of an address as it was written, or null where it is badly encoded. */
export function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The pages about one game. */
const OF_GAMES: ReadonlySet<string> = new Set<PageName>(["new", "rules", "edition", "print", "edit", "learn", "box"]);

/** The page named by a path, and the word after it: `/t/abc` is `["table", "abc"]`. */
export function page(path: string): [name: PageName, word: string] {
  const [, first = "", coded = "", rest] = path.split("/");
  const word = decoded(coded);
  if (rest === undefined && word !== null) {
    if (first === "" && word === "") return ["shelf", ""];
    if ((first === "device" || first === "mail" || first === "me" || first === "house") && word === "")
      return [first, ""];
    if (first === "t" && word) return ["table", word];
    if (first === "replay") return ["replay", word];
    if (first === "host" && word === "") return ["host", ""];
    if ((first === "history" || first === "ranking") && !word) return [first, ""];
    if (first === "day") return ["day", word];
    if (first === "evening") return word ? ["evening", word] : ["evenings", ""];
    if (first === "board" && word) return ["board", word];
    if (OF_GAMES.has(first) && word) return [first as PageName, word];
  }
  return ["missing", ""];
}

export type PageName =
  | "shelf"
  | "new"
  | "table"
  | "rules"
  | "edition"
  | "print"
  | "edit"
  | "learn"
  | "box"
  | "device"
  | "mail"
  | "me"
  | "house"
  | "day"
  | "replay"
  | "history"
  | "ranking"
  | "evenings"
  | "evening"
  | "board"
  | "host"
  | "missing";

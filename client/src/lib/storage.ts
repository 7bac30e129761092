/** What a browser keeps for these pages. A host may have several libraries, and a server beside them: each reads and writes only its own. */

import { inFolder } from "./folder";

/** This library, among others of the same host. */
export const LIBRARY = inFolder
  ? `ludotheque${encodeURIComponent(new URL(".", document.baseURI).pathname)}`
  : "ludotheque";

/** How the browser calls what is kept under a name. */
export const placeOf = (name: string): string => `${LIBRARY}.${name}`;

/** What came of it; `otherwise` where the browser refuses to keep anything. */
export function tried<T>(otherwise: T, what: () => T): T {
  try {
    return what();
  } catch {
    return otherwise;
  }
}

/** What is kept under a name; null for nothing. */
export const get = (name: string): string | null => tried(null, () => localStorage.getItem(placeOf(name)));

/** Whether it is kept. */
export const set = (name: string, text: string): boolean =>
  tried(false, () => (localStorage.setItem(placeOf(name), text), true));

/** What a tab carries from a server to the library beside it; used there only if that library has nothing yet. */
export const BROUGHT = "prefers";
if (inFolder)
  tried(undefined, () => {
    const brought = sessionStorage.getItem(`ludotheque.${BROUGHT}`);
    sessionStorage.removeItem(`ludotheque.${BROUGHT}`);
    if (!brought || Object.keys(localStorage).some((place) => place.startsWith(placeOf("")))) return;
    for (const [name, text] of Object.entries(JSON.parse(brought) as Record<string, string>)) set(name, text);
  });

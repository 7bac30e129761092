/** A person's preferences on this device: saved in the browser if it allows, else for this visit. */

import { get, writable, type Readable } from "svelte/store";
import * as storage from "./storage";

export type Theme = "auto" | "light" | "dark" | "contrast";
export const themes: readonly Theme[] = ["auto", "light", "dark", "contrast"];

export type Letters = "normal" | "large" | "larger";
/** How large the letters of every page are, in percent of what the browser writes with. */
export const LETTERS: Readonly<Record<Letters, number>> = { normal: 100, large: 115, larger: 130 };
export const sizes = Object.keys(LETTERS) as Letters[];

/** A store whose `set` and `update` return whether the browser kept the value; `saved` says it of the last one. */
export interface Kept<T> extends Readable<T> {
  set: (value: T) => boolean;
  /** Change what is kept now: another tab may have changed it. */
  update: (change: (value: T) => T) => boolean;
  saved: () => boolean;
}

/** A value kept under a name as long as `valid` accepts what is found there. `mended`: what is found without its unreadable parts. */
export function kept<T>(
  name: string,
  otherwise: T,
  valid: (value: unknown) => value is T,
  mended = (found: unknown): unknown => found,
): Kept<T> {
  const read = (text: string | null): T => {
    try {
      const found = mended(JSON.parse(text ?? "null"));
      if (valid(found)) return found;
    } catch {
      /* not ours: the usual value */
    }
    return otherwise;
  };
  let [text, saved] = [storage.get(name), true];
  const store = writable(read(text));
  const set = (value: T): boolean => {
    const now = JSON.stringify(value);
    store.set(value);
    saved = storage.set(name, now); // else it holds for this visit
    if (saved) text = now;
    return saved;
  };
  const update = (change: (value: T) => T): boolean => {
    const found = storage.get(name);
    return set(change(saved && found !== text ? read(found) : get(store)));
  };
  return { subscribe: store.subscribe, set, update, saved: () => saved };
}
/** A list without the entries that are none. */
export const only =
  (isEntry: (value: unknown) => boolean) =>
  (found: unknown): unknown =>
    Array.isArray(found) ? found.filter(isEntry) : found;

const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme);
const isLetters = (value: unknown): value is Letters => sizes.includes(value as Letters);
export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");
const isCounts = (value: unknown): value is Record<string, number> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => Number.isInteger(each));
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";

/** `auto` follows the system, the others hold whatever it says. */
export const theme = kept<Theme>("theme", "auto", isTheme);
/** The size of letters; pages are laid out in its measure. */
export const letters = kept<Letters>("letters", "normal", isLetters);
/** Quiet sounds of wood and felt at the table. */
export const sound = kept<boolean>("sound", true, isFlag);
/** Let the device shake with what is heard, where it can. */
export const vibration = kept<boolean>("vibration", true, isFlag);
/** Show sounds as captions; if nobody chose (null), they are shown to people who do without sounds or movement. */
export const captions = kept<boolean | null>(
  "captions",
  null,
  (value): value is boolean | null => value === null || isFlag(value),
);
/** The games whose guided first game was finished or skipped here. */
export const practised = kept<string[]>("practised", [], isTexts);
/** How many calls and feints were made here, as far as it decides whether they are explained. */
export const called = kept<number>("called", 0, (value): value is number => typeof value === "number");
/** How often each true call was made here, as far as it decides whether the button explains itself. */
export const shouted = kept<Record<string, number>>("shouted", {}, isCounts);
/** What only fools the others was unfolded here: it stays so. */
export const bluffing = kept<boolean>("bluffing", false, isFlag);
/** The number of moves made on this device, by game: nobody is taught a game they have played. */
export const moved = kept<Record<string, number>>("moved", {}, isCounts);
/** Show a notice when it is one's turn and the page is not looked at, where the browser allows it. */
export const notify = kept<boolean>("notify", false, isFlag);
/** Notifications or e-mails were offered once, in a game over several days. */
export const callOffered = kept<boolean>("callOffered", false, isFlag);
/** The people who are not heard at a table, as `table/number`. */
export const muted = kept<string[]>("muted", [], isTexts);
/** Must a move be confirmed by one more tap before it is played? */
export const confirm = kept<boolean>("confirm", true, isFlag);
/** Does a replay show everybody's chances by itself? */
export const chancesShown = kept<boolean>("chances", true, isFlag);

/** Is this browser the host's, as far as it knows? Others need not ask the server, which has the last word. */
export const hosts = kept<boolean>("hosts", false, isFlag);
/** Nobody has asked yet how the game that is being replayed went on: its chances wait. */
export const untold = writable(false);
/** Show everybody's chances, now and from now on. */
export function weigh(): void {
  untold.set(false);
  chancesShown.set(true);
}
/** Do lists of games tell how each ended? Whoever wants to see a game again may not want to know yet. */
export const resultsShown = kept<boolean>("results", false, isFlag);
/** The tables that this device lists no more, each with the instant of the last event there (Unix ms): one at which something happens is listed again. */
export const putAway = kept<Record<string, number>>("put_away", {}, isCounts);

/** Is what is heard written on the screen? */
export function captioned(wish: boolean | null, heard: boolean, still: boolean): boolean {
  return wish ?? (!heard || still);
}

/** Is the name of every place written on the board? */
export const coordinates = kept<boolean>("coordinates", false, isFlag);

/** Put the theme on the page, now and whenever it or the system's wish changes. */
export function applyTheme(): void {
  const more = matchMedia("(prefers-contrast: more)");
  const root = document.documentElement;
  const apply = (): void => {
    const wish = get(theme);
    if (wish !== "auto") root.dataset["theme"] = wish;
    else if (more.matches) root.dataset["theme"] = "contrast";
    else delete root.dataset["theme"];
  };
  theme.subscribe(apply);
  more.addEventListener("change", apply);
}

/** Put the size of letters on the page, now and whenever it changes. */
export function applyLetters(root: { style: { fontSize: string } } = document.documentElement): void {
  letters.subscribe((size) => (root.style.fontSize = size === "normal" ? "" : `${LETTERS[size]}%`));
}

/** Write a page with large letters, larger ones where it is `wide`, unless one's own are larger; returns what ends it. */
export function readLarge(wide: boolean, root: { style: { fontSize: string } } = document.documentElement): () => void {
  const before = root.style.fontSize;
  root.style.fontSize = `${Math.max(LETTERS[get(letters)], LETTERS[wide ? "larger" : "large"])}%`;
  return () => (root.style.fontSize = before);
}

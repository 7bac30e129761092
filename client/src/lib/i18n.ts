/** Puts messages (a key and arguments) into words. `t` is reactive: it is said again when the language changes. */

import { fromStore, writable } from "svelte/store";

export type Lang = "fr" | "en";
export type Message = { key: string; args?: Record<string, unknown> };
export type Catalogue = Record<string, string | [string, string]>;

const STORED = "ludotheque.lang";

function first(): Lang {
  try {
    const kept = localStorage.getItem(STORED);
    if (kept === "fr" || kept === "en") return kept;
  } catch {
    /* storage may be refused: the browser's language decides */
  }
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

export const lang = writable<Lang>(first());
const catalogue = writable<{ lang: Lang; words: Catalogue }>({ lang: first(), words: {} });
const current = fromStore(catalogue);

async function fetchWords(which: Lang): Promise<void> {
  const answer = await fetch(`/api/messages/${which}`);
  if (!answer.ok) throw new Error(`messages: ${answer.status}`);
  catalogue.set({ lang: which, words: (await answer.json()) as Catalogue });
  document.documentElement.lang = which;
}

/** Resolves when the words of the first language are there, or could not be had. */
export function ready(): Promise<void> {
  return fetchWords(first()).catch(() => undefined);
}

/** Speak another language from now on. */
export async function speak(which: Lang): Promise<void> {
  await fetchWords(which);
  lang.set(which);
  try {
    localStorage.setItem(STORED, which);
  } catch {
    /* it holds for this visit */
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && typeof (value as Message).key === "string";
}

/** A message in words of this catalogue; a key without words is said as it is. */
export function say(words: Catalogue, which: Lang, message: Message): string {
  const args = message.args ?? {};
  const entry = words[message.key];
  if (entry === undefined) return message.key;
  const n = Number(args["n"] ?? 1);
  const text = typeof entry === "string" ? entry : which === "fr" ? entry[Math.abs(n) < 2 ? 0 : 1] : entry[n === 1 ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = args[name];
    if (value === undefined) return hole;
    return isMessage(value) ? say(words, which, value) : String(value);
  });
}

/** A message, or a key with arguments, in words of the present language. */
export function t(message: Message | string, args?: Record<string, unknown>): string {
  const { words, lang: which } = current.current;
  return say(words, which, typeof message === "string" ? (args ? { key: message, args } : { key: message }) : message);
}

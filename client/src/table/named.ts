/** Texts that name places of the board, cut at each name, so that people can point at it. */

import { t, type Message } from "../lib/i18n";
import type { Place } from "../net/wire";

/** A part of a text; `place` is the id of the place that it names, "" for none. */
export interface Part {
  text: string;
  place: string;
}

/** Marks around a name while a message is put into words: characters that nobody types. */
const [OPEN, BETWEEN, CLOSE] = ["\uE000", "\uE001", "\uE002"];
const NAMED = new RegExp(`${OPEN}([^${BETWEEN}]*)${BETWEEN}([^${CLOSE}]*)${CLOSE}`, "u");

/** How texts call places: by their short name in messages with the argument `place`, or by a label that no other place has. */
export class Names {
  readonly #named = new Map<string, string>();
  readonly #labelled = new Map<string, string>();

  constructor(places: readonly Pick<Place, "id" | "label" | "name">[]) {
    for (const { id, label, name } of places) {
      if (name) this.#named.set(name, id);
      const text = JSON.stringify(label);
      this.#labelled.set(text, this.#labelled.has(text) ? "" : id);
    }
  }

  /** A message in words, in parts. */
  parts(message: Message | string): Part[] {
    if (typeof message === "string") return [{ text: message, place: "" }];
    const itself = this.#placeOf(message);
    if (itself) return [{ text: t(message), place: itself }];
    const found: Part[] = [];
    for (const [i, text] of t(this.#inside(message)).split(NAMED).entries()) {
      if (i % 3 === 1) found.push({ place: text, text: "" });
      else if (i % 3 === 2) found.at(-1)!.text = text;
      else if (text) found.push({ text, place: "" });
    }
    return found;
  }

  #placeOf(value: Message): string {
    return this.#labelled.get(JSON.stringify(value)) ?? "";
  }

  #inside({ key, args }: Message): Message {
    return args
      ? { key, args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, this.#marked(value)])) }
      : { key };
  }

  /** An argument, with the names of places in it marked. */
  #marked(value: unknown): unknown {
    if (typeof value === "string") return this.#named.has(value) ? wrapped(this.#named.get(value)!, value) : value;
    if (typeof value !== "object" || value === null || !("key" in value)) return value;
    const said = (value as Message).args?.["place"];
    const place = typeof said === "string" ? (this.#named.get(said) ?? "") : this.#placeOf(value as Message);
    return place ? wrapped(place, t(value as Message)) : this.#inside(value as Message);
  }
}

/** A text in pieces: the names with digits, and the text between them. */
export function apart(text: string, names: readonly string[]): { text: string; name: boolean }[] {
  const numbered = names.filter((name) => /[0-9]/.test(name)).sort((one, other) => other.length - one.length);
  if (numbered.length === 0) return [{ text, name: false }];
  const escaped = numbered.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pieces = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join("|")})(?![\\p{L}\\p{N}])`, "u"));
  return pieces.map((piece, i) => ({ text: piece, name: i % 2 === 1 })).filter((piece) => piece.text);
}

const wrapped = (place: string, text: string): string => `${OPEN}${place}${BETWEEN}${text}${CLOSE}`;

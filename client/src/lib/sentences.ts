/** Sentences that become parts of others. */

import { playersCalled, t, unended, type Message } from "./i18n";

const MARK = /[.!?…]$/;

/** Things said one after another, as one line: with commas; what is a sentence of its own is set off by a dash, and loses its full stop. */
export function joined(parts: readonly string[]): string {
  return parts.reduce((line, part) => {
    if (!line) return part;
    return MARK.test(line) ? `${unstopped(line)} – ${part}` : `${line}, ${part}`;
  }, "");
}

/** Without the full stop at its end. */
export function unstopped(sentence: string): string {
  return sentence.replace(/(?<![.…])\.$/, "");
}

/** Something said, to stand after a colon within a sentence that goes on: without the mark that ends it. `last`: nothing follows, the mark stays. */
export function within(what: Message | string, last = false): string {
  const said = afterColon(typeof what === "string" ? what : t(what), [...playersCalled().values()]);
  return last ? said : unended(said);
}

/** What comes after a colon begins small, unless a name or a cry does: `names` are those that may stand there. */
export function afterColon(sentence: string, names: readonly string[] = []): string {
  const [first = "", second = ""] = sentence;
  if (
    names.some((name) => name && sentence.startsWith(name)) ||
    /^\S+\u202f?!/.test(sentence) ||
    second !== second.toLowerCase()
  )
    return sentence;
  return first.toLowerCase() + sentence.slice(first.length);
}

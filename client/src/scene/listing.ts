/** Things in a list, in words: `red, 2 green and a joker`. The server's `scene/listing.py` does the same. */

import type { Choices, Message } from "../net/wire";

/** All of them in order of first appearance; equal ones appear once, with their number as the argument `n`. "" for none. */
export function listing(words: readonly Message[]): Message | string {
  const counted = new Map<string, Message[]>();
  for (const word of words) {
    const same = JSON.stringify(word);
    counted.set(same, [...(counted.get(same) ?? []), word]);
  }
  const said = [...counted.values()].map((same): Message => ({
    key: same[0]!.key,
    args: { ...same[0]!.args, n: same.length },
  }));
  return inRow(said);
}

/** Some messages as one: `a, b and c`. "" for none. */
export const inRow = (said: readonly Message[]): Message | string =>
  said.length === 0
    ? ""
    : said.reduce((first, then, i) => ({
        key: i === said.length - 1 ? "ui.list.last" : "ui.list.more",
        args: { first, then },
      }));

/** The argument `all` of a label, if the gathered things have words for a list. */
export function allOf(choices: Choices, chosen: readonly string[] | null | undefined): { all?: Message | string } {
  const words = (chosen ?? []).flatMap((id) => choices.listed?.[id] ?? []);
  return words.length > 0 ? { all: listing(words) } : {};
}

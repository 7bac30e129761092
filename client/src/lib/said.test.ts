/**
 * Everything that games say, as the server says it and as the browser does. The texts are too many to be kept: the Python
 * tests write them down (`tests/scene/test_said_alike.py`), name the file in VITE_WORDS and run this.
 */

import { describe, expect, it } from "vitest";
import { say, type Catalogue, type Lang, type Message } from "./i18n";

type Said = { lang: Lang; message: Message; expected: string };
type Words = { words: Record<Lang, Catalogue>; said: Said[] };
const path = import.meta.env["VITE_WORDS"] as string | undefined;

describe.skipIf(!path)("what games say (needs the words that the Python tests write down)", async () => {
  const { words, said } = path
    ? ((await import(/* @vite-ignore */ path)) as { default: Words }).default
    : { words: { fr: {}, en: {} }, said: [] };

  it("is there", () => expect(said.length).toBeGreaterThan(1000));

  it("is the same in the browser, word for word", () => {
    const other = said
      .map(({ lang, message, expected }) => ({ message, expected, got: say(words[lang], lang, message) }))
      .filter(({ expected, got }) => got !== expected);
    expect(other).toEqual([]);
  });
});

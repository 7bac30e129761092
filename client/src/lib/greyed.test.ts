import { describe, expect, it } from "vitest";

const PLACES = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });

/** The opening tags of a component's buttons, each whole: what is in braces or quotes may hold a `>`. */
function buttons(source: string): string[] {
  return [...source.matchAll(/<button\b/g)].map(({ index }) => {
    let depth = 0;
    for (let at = index; at < source.length; at++) {
      if (source[at] === "{") depth++;
      else if (source[at] === "}") depth--;
      else if (source[at] === ">" && depth === 0) return source.slice(index, at + 1);
    }
    return source.slice(index);
  });
}

/** What may grey a button: `disabled`, `disabled={…}` or `{disabled}`. */
const GREYED = /\s(?:disabled[=\s>]|\{disabled\})/;

describe("a greyed button says why", () => {
  const all = Object.entries(PLACES).map(([path, source]) => ({ path, buttons: buttons(source) }));

  it("finds the buttons", () => {
    expect(all.length).toBeGreaterThan(80);
    expect(all.flatMap((each) => each.buttons.filter((tag) => GREYED.test(tag))).length).toBeGreaterThan(30);
    expect(
      ["<button disabled>", "<button {disabled}>", "<button disabled={d}>", "<button aria-disabled={d}>"].map((tag) =>
        GREYED.test(tag),
      ),
    ).toEqual([true, true, true, false]);
    expect(buttons('<button a={() => b > c} disabled={d}>x</button><button e="f">')).toEqual([
      "<button a={() => b > c} disabled={d}>",
      '<button e="f">',
    ]);
  });

  it.each(all.filter((each) => each.buttons.some((tag) => GREYED.test(tag))))("$path", ({ buttons }) => {
    expect(buttons.filter((tag) => GREYED.test(tag) && !tag.includes("use:why="))).toEqual([]);
  });
});

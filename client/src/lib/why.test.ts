import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../replay/*.svelte", "../pages/*.svelte", "../shell/*.svelte"], { query: "?raw", import: "default", eager: true });
/** A tag with what stands in it; braces may hold a `>`. */
const BUTTON = /<button\b(?:\{(?:[^{}]|\{[^{}]*\})*\}|[^>{])*>/g;

test("every button that may be greyed says why", () => {
  const greyed = Object.entries(sources).flatMap(([file, text]) => [...text.matchAll(BUTTON)].filter(([tag]) => /\sdisabled[=}\s]/.test(tag)).map(([tag]) => ({ file, tag })));
  expect(greyed.length).toBeGreaterThan(8);
  expect(greyed.filter(({ tag }) => !tag.includes("use:why="))).toEqual([]);
});

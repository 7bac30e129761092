import { expect, test } from "vitest";
import { keyIn, wayTo } from "./invite";

test("a key is found where a link has one, and nowhere else", () => {
  expect(keyIn(new URL(wayTo("abc", "k-_9"), "http://x").hash)).toBe("k-_9");
  for (const hash of [
    "",
    "#",
    "#main",
    "#invite=",
    "#invite=a b",
    "#invite=a&b",
    "#xinvite=a",
    `#invite=${"x".repeat(65)}`,
  ])
    expect(keyIn(hash)).toBe("");
});

test("the way to a table keeps how it is shown", () => {
  expect(wayTo("a-b", "")).toBe("/t/a-b");
  expect(wayTo("a-b", "k", "?view=hand")).toBe("/t/a-b?view=hand#invite=k");
});

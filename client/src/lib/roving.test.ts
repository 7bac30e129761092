import { expect, test } from "vitest";
import { stepped } from "./roving";

test("arrows go to the entry beside, and stop at the ends", () => {
  expect(stepped("ArrowDown", 0, 3)).toBe(1);
  expect(stepped("ArrowUp", 1, 3)).toBe(0);
  expect(stepped("ArrowUp", 0, 3)).toBe(0);
  expect(stepped("ArrowDown", 2, 3)).toBe(2);
});

test("Home and End go to the first and the last entry", () => {
  expect(stepped("Home", 2, 3)).toBe(0);
  expect(stepped("End", 0, 3)).toBe(2);
});

test("a page that needs the other keys itself leaves a list up and down", () => {
  expect([stepped("ArrowDown", 0, 3, "updown"), stepped("ArrowUp", 2, 3, "updown")]).toEqual([1, 1]);
  expect(["ArrowLeft", "ArrowRight", "Home", "End"].map((key) => stepped(key, 1, 3, "updown"))).toEqual([
    -1, -1, -1, -1,
  ]);
});

test("other keys, and lists without entries, lead nowhere", () => {
  expect(stepped("a", 0, 3)).toBe(-1);
  expect(stepped("Home", 0, 0)).toBe(-1);
});

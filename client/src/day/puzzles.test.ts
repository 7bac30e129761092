import { expect, test } from "vitest";
import { today } from "./puzzles";

test("a day is the one that it is here", () => {
  const noon = new Date(2026, 10, 30, 12);
  const day = today(noon);
  expect(today(new Date(2026, 10, 30, 0, 1))).toBe(day);
  expect(today(new Date(2026, 10, 30, 23, 59))).toBe(day);
  expect(today(new Date(2026, 11, 1, 0, 1))).toBe(day + 1);
});

import { expect, test } from "vitest";
import { calledHere, often, today, type Puzzle } from "./puzzles";

const called = (marks: string): unknown[] => {
  const standings = [...marks].map((mark, seat) => ({ seat, mark }));
  const scene = { standings } as unknown as Puzzle["scene"];
  return calledHere({ seats: marks.length, seat: 1, scene }).map(({ args }) => args?.["n"]);
};

test("a day is the one that it is here", () => {
  const noon = new Date(2026, 10, 30, 12);
  const day = today(noon);
  expect(today(new Date(2026, 10, 30, 0, 1))).toBe(day);
  expect(today(new Date(2026, 10, 30, 23, 59))).toBe(day);
  expect(today(new Date(2026, 11, 1, 0, 1))).toBe(day + 1);
});

test("players are called by the letters that the board shows", () => {
  expect(called("ABC")).toEqual(["A", undefined, "C"]);
  expect(called("●■▲")).toEqual([1, undefined, 3]);
});

test("chances are said in tenths, or as almost always or never", () => {
  expect([100, 95, 4, 0].map((n) => often(n).key)).toEqual([
    "ui.day.always",
    "ui.day.always",
    "ui.day.never",
    "ui.day.never",
  ]);
  expect([94, 31, 5].map((n) => often(n).args)).toEqual([{ n: 9 }, { n: 3 }, { n: 1 }]);
});

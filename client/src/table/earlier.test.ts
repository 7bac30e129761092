import { expect, test } from "vitest";
import type { Move } from "../net/wire";
import { USUAL } from "../net/wire.generated";
import { earlier, keepEarlier, shift } from "./earlier";

const move = (n: number): Move => ({ ...USUAL.Move, n, seat: n % 2, turn: n + 1, text: `m${n}`, message: { key: "m" }, trace: ["a"], motions: [{ piece: "p", path: ["a", "b"], kind: "hop", after: false }] });

test("the moves that led to a table are found again, at the last few tables", () => {
  keepEarlier("T", [move(0), move(1)]);
  expect(earlier("T")).toEqual([move(0), move(1)]);
  expect(earlier("U")).toEqual([]);
  keepEarlier("T", [move(0)]);
  expect(earlier("T")).toEqual([move(0)]);
  for (let n = 0; n < 5; n++) keepEarlier(`later ${n}`, [move(n)]);
  expect([earlier("T"), earlier("later 0")]).toEqual([[], [move(0)]]);
});

test("turns are counted on, by the game itself or by the list", () => {
  expect(shift([], [move(0)])).toBe(0);
  expect(shift([move(0), move(1)], [move(2)])).toBe(0);
  expect(shift([move(0), move(1), move(2)], [move(0)])).toBe(3);
  expect(shift([move(0), move(1)], [])).toBe(2);
});

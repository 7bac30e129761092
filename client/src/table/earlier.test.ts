import { expect, test } from "vitest";
import type { Move } from "../net/wire";
import { USUAL } from "../net/wire.generated";
import { byOf, cameFrom, earlier, keepEarlier, shift } from "./earlier";

const move = (n: number): Move => ({
  ...USUAL.Move,
  n,
  seat: n % 2,
  turn: n + 1,
  text: `m${n}`,
  message: { key: "m" },
  trace: ["a"],
  motions: [{ piece: "p", path: ["a", "b"], kind: "hop", after: false }],
});

const NOBODY: ReadonlyMap<number, string> = new Map();

test("the moves that led to a table are found again, at the last few tables", () => {
  keepEarlier("T", [move(0), move(1)], NOBODY);
  expect(earlier("T")).toEqual([move(0), move(1)]);
  expect(earlier("U")).toEqual([]);
  keepEarlier("T", [move(0)], NOBODY);
  expect(earlier("T")).toEqual([move(0)]);
  for (let n = 0; n < 5; n++) keepEarlier(`later ${n}`, [move(n)], NOBODY);
  expect([earlier("T"), earlier("later 0")]).toEqual([[], [move(0)]]);
});

test("a table knows the replay where it began", () => {
  keepEarlier("R", [move(0)], NOBODY, "/replay/old#7");
  expect(cameFrom("R")).toBe("/replay/old#7");
  keepEarlier("F", [move(0)], NOBODY);
  expect([cameFrom("F"), cameFrom("nowhere")]).toEqual(["", ""]);
  keepEarlier("X", [move(0)], NOBODY, "https://elsewhere");
  expect(cameFrom("X")).toBe("");
});

test("turns are counted on, by the game itself or by the list", () => {
  expect(shift([], [move(0)])).toBe(0);
  expect(shift([move(0), move(1)], [move(2)])).toBe(0);
  expect(shift([move(0), move(1), move(2)], [move(0)])).toBe(3);
  expect(shift([move(0), move(1)], [])).toBe(2);
});

test("who made the moves that led to a table keeps their name there", () => {
  const jumps = { key: "g.jumps", args: { who: { key: "g.player", args: { seat: 1 } }, n: 2 } };
  keepEarlier(
    "B",
    [{ ...move(0), message: jumps, brief: [jumps] }, move(1), { ...move(2), seat: -1 }],
    new Map([
      [0, "Ada"],
      [1, "Tom"],
    ]),
  );
  const found = earlier("B");
  expect(found.map(({ by }) => by)).toEqual(["Ada", "Tom", undefined]);
  expect([byOf(found.slice(1)), byOf(found.slice(2))]).toEqual(["Tom", undefined]);
  expect([found[0]?.message, found[0]?.brief]).toEqual([
    { key: "g.jumps", args: { who: "Tom", n: 2 } },
    [{ key: "g.jumps", args: { who: "Tom", n: 2 } }],
  ]);
});

test("what is played instead is by whoever sits at the table now", () => {
  const jumps = { key: "g.jumps", args: { who: { key: "g.player", args: { seat: 1 } } } };
  keepEarlier(
    "I",
    [move(0)],
    new Map([
      [0, "Ada"],
      [1, "Tom"],
    ]),
    "",
    [{ ...move(1), message: jumps }],
  );
  expect(earlier("I").map(({ by, message }) => [by, message.key])).toEqual([
    ["Ada", "m"],
    [undefined, "g.jumps"],
  ]);
  expect(earlier("I")[1]!.message).toEqual(jumps);
});

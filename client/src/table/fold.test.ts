import { expect, it } from "vitest";
import type { Move } from "../net/wire";
import { folded, lastDone } from "./fold";

const moves = (seats: number[]): Move[] => seats.map((seat, i) => ({ n: i + 1, seat, text: `${i}`, message: { key: "k" }, motions: [], trace: [] }));
const lines = (seats: number[]): [number, number][] => folded(moves(seats)).map(({ from, to }) => [from, to]);

it("tells a long run of chance as one line, and everything else move by move", () => {
  expect(lines([])).toEqual([]);
  expect(lines([0, -1, 1, -1, -1])).toEqual([[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]]);
  expect(lines([-1, -1, -1, -1, -1, 0, -1])).toEqual([[1, 5], [6, 6], [7, 7]]);
  expect(folded(moves([0, -1, -1, -1, -1, -1]))[1]!.move.n).toBe(6);
});

it("finds the last thing that somebody did behind the chance that followed", () => {
  const done = moves([-1, 0, -1, -1, 1, -1]);
  expect(lastDone(done, 6)?.n).toBe(5);
  expect(lastDone(done, 4)?.n).toBe(2);
  expect(lastDone(done, 1)?.n).toBe(1);
  expect(lastDone(done, 0)).toBeNull();
  const traced = done.map((move, i) => (i === 5 ? { ...move, trace: ["a1"] } : move));
  expect(lastDone(traced, 6)?.n).toBe(6);
});

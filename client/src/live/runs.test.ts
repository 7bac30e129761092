import { expect, it, vi } from "vitest";
import type { Move } from "../net/wire";
import { folded, told } from "./runs";
import { USUAL } from "../net/wire.generated";

vi.mock("../lib/i18n", () => ({ known: (key: string) => key === "cards.dealt.many" }));

const moves = (seats: number[]): Move[] =>
  seats.map((seat, i) => ({ ...USUAL.Move, n: i + 1, seat, text: `${i}`, message: { key: "k" } }));
const lines = (seats: number[]): [number, number][] => folded(moves(seats)).map(({ from, to }) => [from, to]);

it("tells a long run of chance as one line, and everything else move by move", () => {
  expect(lines([])).toEqual([]);
  expect(lines([0, -1, 1, -1, -1])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 5],
  ]);
  expect(lines([-1, -1, -1, -1, -1, 0, -1])).toEqual([
    [1, 5],
    [6, 6],
    [7, 7],
  ]);
  expect(folded(moves([0, -1, -1, -1, -1, -1]))[1]!.move.n).toBe(6);
});

it("tells a run of chance in the game's words for the first of them, else by their number", () => {
  const dealt = moves([0, -1, -1, -1, -1, -1]).map((move, i) => ({
    ...move,
    message: { key: i === 1 ? "cards.dealt" : "cards.then" },
  }));
  expect(folded(dealt).map(told)).toEqual([{ key: "cards.then" }, { key: "cards.dealt.many", args: { n: 5 } }]);
  expect(told(folded(dealt.slice(2).concat(dealt.slice(2)))[0]!)).toEqual({ key: "ui.moves.chance", args: { n: 8 } });
});

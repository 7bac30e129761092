import { expect, test } from "vitest";
import type { Motion, Move } from "../net/wire";
import { shownMotions, stops } from "./steps";

const BRIEF = [{ key: "b" }];
const move = (seat: number, turn: number, brief: Move["brief"] = null): Move =>
  ({
    seat,
    turn,
    message: { key: "m" },
    brief,
    trace: [],
    motions: [{ piece: `${seat}` }],
    moment: null,
  }) as unknown as Move;

test("where nothing is left to chance each move is a step", () => {
  expect(stops([move(0, 1), move(1, 2), move(0, 3)])).toEqual([0, 1, 2, 3]);
  expect(stops([])).toEqual([0]);
});

test("dice come all at once: with the throw that rolled them, else as a step of their own", () => {
  const die = (turn: number): Move => move(-1, turn, BRIEF);
  // Three dice, some thrown again, kept; then the three dice of the next turn, and what is done with them.
  const moves = [
    die(1),
    die(1),
    die(1),
    move(0, 1, BRIEF),
    die(1),
    die(1),
    move(0, 1, BRIEF),
    die(2),
    die(2),
    die(2),
    move(1, 2, BRIEF),
  ];
  expect(stops(moves)).toEqual([3, 6, 7, 10, 11]);
});

test("a draw that the list tells apart is passed on the way to the next decision", () => {
  expect(stops([move(0, 1), move(-1, 1), move(-1, 1), move(1, 2)])).toEqual([0, 1, 3, 4]);
});

test("a step shows all of it happening, what chance did in a row at the same time", () => {
  const pieces = (all: Motion[][]): string[][] => all.map((each) => each.map(({ piece }) => piece));
  expect(pieces(shownMotions([move(0, 1), move(-1, 1)]))).toEqual([["0"], ["-1"]]);
  expect(pieces(shownMotions([move(0, 1), ...Array.from({ length: 6 }, () => move(-1, 1))]))).toEqual([
    ["0"],
    Array(6).fill("-1"),
  ]);
  expect(shownMotions(Array.from({ length: 5 }, (_, turn) => move(0, turn)))).toEqual([]);
});

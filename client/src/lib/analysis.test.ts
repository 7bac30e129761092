import { expect, test } from "vitest";
import { analysisIn, fits } from "./analysis";

const view = { seat: 0, text: "3: r7c", message: { key: "bantu.event.enter" } };
const candidate = { action: 7, value: 0.6, visits: 80, view, text: "3: r7c", error: 0.01, line: [] };
const point = {
  move: 0,
  turn: 1,
  seat: 0,
  chances: [0.6, 0.4],
  best: [candidate],
  played: null,
  stopped: false,
  missed: 0,
  simulations: 100,
  errors: [0.01, 0.01],
};
const turning = { turn: 1, move: 0, until: 2, actor: 0, seat: 1, before: 0.4, after: 0.8 };
const whole = {
  analysis: 1,
  game: "bantu",
  record: "{}",
  moments: [0, 2],
  points: [point],
  turning_points: [turning],
  done: false,
};
const read = (change: object): unknown => analysisIn(JSON.stringify({ ...whole, ...change }));

test("an analysis is told from a record", () => {
  expect(analysisIn('{"ludotheque": 1}\n{"n": 1}\n')).toBeNull();
  expect(analysisIn("")).toBeNull();
  expect(analysisIn(JSON.stringify(whole))).toMatchObject({
    record: "{}",
    of: 2,
    points: [{ move: 0, chances: [0.6, 0.4] }],
    turning: [turning],
  });
});

test("what the file leaves out because it is as usual is put in", () => {
  expect(analysisIn(JSON.stringify(whole))?.points[0]?.best[0]?.view.motions).toEqual([]);
});

test.each([
  { analysis: 2 },
  { record: 5 },
  { moments: null },
  { moments: [-1] },
  { points: [{ ...point, chances: [2, -1] }] },
  { points: [{ ...point, chances: null }] },
  { points: [{ ...point, best: [{ ...candidate, view: null }] }] },
  { points: [{ ...point, played: 3 }] },
  { turning_points: [{ ...turning, before: "much" }] },
])("what is no analysis is refused: %j", (change) => {
  expect(() => read(change)).toThrow();
});

test("a cut file is refused", () => {
  expect(() => analysisIn(JSON.stringify(whole).slice(0, 90))).toThrow();
});

test("an analysis fits a game with its seats and moves", () => {
  const found = analysisIn(JSON.stringify(whole))!;
  expect([fits(found, 2, 2), fits(found, 3, 2), fits(found, 2, 1)]).toEqual([true, false, false]);
});

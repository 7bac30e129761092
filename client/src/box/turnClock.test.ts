import { expect, test } from "vitest";
import { leftOf, paused, resumed, shown, turned, wound } from "./turnClock";

test("a time for each turn begins anew with each turn", () => {
  let face = turned(wound("turn", 3, 60_000), 0, 1000);
  expect(leftOf(face, 0, 21_000)).toBe(40_000);
  face = turned(face, 1, 21_000);
  expect([0, 1, 2].map((seat) => leftOf(face, seat, 22_000))).toEqual([60_000, 59_000, 60_000]);
});

test("a time for the whole game runs on where it stopped", () => {
  let face = turned(wound("game", 2, 300_000), 0, 0);
  face = turned(face, 1, 100_000);
  face = turned(face, 0, 150_000);
  expect([0, 1].map((seat) => leftOf(face, seat, 160_000))).toEqual([190_000, 250_000]);
});

test("while the clock stands still nobody loses time", () => {
  let face = turned(wound("game", 2, 60_000), 0, 0);
  face = paused(face, 10_000);
  expect(leftOf(face, 0, 90_000)).toBe(50_000);
  face = resumed(face, 90_000);
  expect(leftOf(face, 0, 95_000)).toBe(45_000);
});

test("time runs out at nought and not below", () => {
  const face = turned(wound("turn", 2, 1000), 0, 0);
  expect(leftOf(face, 0, 5000)).toBe(0);
});

test("a clock that nobody has touched does not run", () => {
  const face = resumed(wound("game", 2, 1000), 50);
  expect(face.since).toBe(null);
  expect(leftOf(face, 0, 5000)).toBe(1000);
});

test("minutes and seconds are read, and tenths at the end", () => {
  expect([245_000, 60_000, 59_100, 9_250, 0].map(shown)).toEqual(["4:05", "1:00", "1:00", "9.3", "0:00"]);
});

import { expect, test } from "vitest";
import { left, remaining, secondsTo, timeControl } from "./tableClock";

test("a clock runs from an instant, and stands where it does not", () => {
  expect(left({ left_ms: 60_000, since_ms: 1000 }, 21_000)).toBe(40_000);
  expect(left({ left_ms: 60_000, since_ms: 1000 }, 900_000)).toBe(0);
  expect(left({ left_ms: 60_000, since_ms: -1 }, 900_000)).toBe(60_000);
  expect(left({ left_ms: 60_000, since_ms: 5000 }, 4000)).toBe(60_000);
});

test("what is left is said in seconds, or in days", () => {
  expect(remaining(59_001)).toEqual({ key: "ui.clock.time", args: { time: "1:00" } });
  expect(remaining(1)).toEqual({ key: "ui.clock.time", args: { time: "0:01" } });
  expect(remaining(2 * 86_400_000 + 3 * 3_600_000 + 5)).toEqual({ key: "ui.clock.days_hours", args: { d: 2, h: 3 } });
  expect(remaining(86_460_000)).toEqual({ key: "ui.clock.days_hours", args: { d: 1, h: 0 } });
  expect(remaining(3 * 86_400_000 - 5)).toEqual({ key: "ui.clock.days_hours", args: { d: 3, h: 0 } });
  expect(secondsTo(10_000, 1001)).toBe(9);
  expect(secondsTo(10_000, 11_000)).toBe(0);
});

test("how much time people have is said in words", () => {
  expect(timeControl({ clock: null })).toBeNull();
  expect(timeControl({ clock: { per: "move", seconds: 30, increment: 0 } })).toEqual({
    key: "ui.clock.move",
    args: { time: { key: "ui.clock.seconds", args: { n: 30 } } },
  });
  expect(timeControl({ clock: { per: "game", seconds: 600, increment: 10 } })).toEqual({
    key: "ui.clock.game.more",
    args: { time: { key: "ui.clock.minutes", args: { n: 10 } }, n: 10 },
  });
  expect(timeControl({ clock: { per: "days", seconds: 259_200, increment: 0 } })).toEqual({
    key: "ui.clock.days",
    args: { n: 3 },
  });
});

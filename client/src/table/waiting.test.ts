import { expect, test } from "vitest";
import { reminder } from "./waiting.svelte";

test("a reminder counts in the turn in which it was sent, may be answered, and is unanswered after a while", () => {
  expect(reminder({ nudged_ms: -1, heard_ms: -1 }, 1000, 2000, 30_000)).toEqual({ state: "none", left: 0 });
  expect(reminder({ nudged_ms: 900, heard_ms: -1 }, 1000, 2000, 30_000)).toEqual({ state: "none", left: 0 });
  expect(reminder({ nudged_ms: 1500, heard_ms: -1 }, 1000, 2000, 30_000)).toEqual({ state: "sent", left: 29_500 });
  expect(reminder({ nudged_ms: 1500, heard_ms: -1 }, 1000, 40_000, 30_000)).toEqual({ state: "sent", left: 0 });
  expect(reminder({ nudged_ms: 1500, heard_ms: 1600 }, 1000, 2000, 30_000)).toEqual({ state: "heard", left: 29_500 });
  expect(reminder({ nudged_ms: 1700, heard_ms: 1600 }, 1000, 1800, 30_000).state).toBe("sent");
});

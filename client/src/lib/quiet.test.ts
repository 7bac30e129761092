import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { once } from "./quiet";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("however often it is asked for, it is done once, when it is quiet", () => {
  const act = vi.fn();
  const { ask } = once(act, 300);
  for (let i = 0; i < 200; i++) {
    ask();
    vi.advanceTimersByTime(16);
  }
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(act).toHaveBeenCalledTimes(1);
});

test("what was dropped is not done", () => {
  const act = vi.fn();
  const { ask, drop } = once(act, 300);
  ask();
  drop();
  vi.advanceTimersByTime(1000);
  expect(act).not.toHaveBeenCalled();
});

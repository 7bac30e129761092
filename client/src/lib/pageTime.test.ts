import { expect, it, vi } from "vitest";
import { pageTime } from "./pageTime";

it("goes on evenly while the device sets its clock", () => {
  vi.useFakeTimers();
  const begun = pageTime();
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(2_000);
  expect(Math.round(pageTime() - begun)).toBe(2_000);
  vi.useRealTimers();
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";

const told = vi.hoisted(() => ({
  announcement: null as { id: string; text: string; left_ms: number } | null,
  away: false,
}));
vi.mock("../lib/api", () => ({
  announcement: () =>
    told.away ? Promise.reject(new Error("away")) : Promise.resolve({ announcement: told.announcement }),
}));

import { Announced, EVERY } from "./announced.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  Object.assign(told, { announcement: null, away: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what the host says stands until its time is over, also while the server is away", async () => {
  const announced = new Announced();
  const stop = announced.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(announced.text).toBe("");
  told.announcement = { id: "a", text: "Bonsoir", left_ms: 50_000 };
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(announced.text).toBe("Bonsoir");
  told.away = true;
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(announced.text).toBe("Bonsoir");
  await vi.advanceTimersByTimeAsync(31_000);
  expect(announced.text).toBe("");
  stop();
});

test("what was put away does not come again, and the next one does", async () => {
  const announced = new Announced();
  told.announcement = { id: "b", text: "Bonsoir", left_ms: 500_000 };
  await announced.ask();
  announced.putAway();
  expect(announced.text).toBe("");
  await announced.ask();
  expect(announced.text).toBe("");
  told.announcement = { id: "c", text: "Bonne nuit", left_ms: 500_000 };
  await announced.ask();
  expect(announced.text).toBe("Bonne nuit");
  told.announcement = null;
  await announced.ask();
  expect(announced.text).toBe("");
});

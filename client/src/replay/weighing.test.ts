import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../lib/api";
import { chances } from "../lib/replay";
import type { Replay } from "./replay.svelte";
import { Weighing } from "./weighing.svelte";

vi.mock("../lib/replay", () => ({ chances: vi.fn() }));
const asked = vi.mocked(chances);
const seen = { hidden: false, addEventListener: vi.fn(), removeEventListener: vi.fn() };

const replay = (more = {}): Replay =>
  ({ analysis: null, source: { table: "a" }, game: { no_chances: null }, ...more }) as unknown as Replay;
const found = (n: number, of: number): never =>
  ({ of, ready: true, why: null, points: Array.from({ length: n }, () => ({})), turning_points: [] }) as never;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", seen);
  seen.hidden = false;
  asked.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("does not ask about a game that was too short to be analysed, and says so", () => {
  const weighing = new Weighing(replay({ isShort: true }));
  expect(weighing.problem).toEqual({ key: "ui.chances.short" });
  weighing.begin();
  expect([weighing.begun, asked.mock.calls.length]).toEqual([false, 0]);
});

it("asks until all is found", async () => {
  asked.mockResolvedValueOnce(found(1, 3)).mockResolvedValueOnce(found(2, 3));
  const weighing = new Weighing(replay());
  expect(weighing.told).toEqual({ key: "ui.wait" });
  weighing.begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(weighing.told).toEqual({ key: "ui.chances.progress", args: { n: 1, of: 3 } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([weighing.done, asked.mock.calls.length]).toEqual([true, 2]);
});

it("says that it takes longer until the first result", async () => {
  asked.mockResolvedValue(found(0, 26));
  const weighing = new Weighing(replay());
  weighing.begin();
  await vi.advanceTimersByTimeAsync(6000);
  expect(weighing.told.key).toBe("ui.chances.progress");
  await vi.advanceTimersByTimeAsync(4000);
  expect(weighing.told).toEqual({ key: "ui.chances.slow", args: { n: 0, of: 26 } });
  asked.mockResolvedValue(found(1, 26));
  await vi.advanceTimersByTimeAsync(1300);
  expect(weighing.told).toEqual({ key: "ui.chances.progress", args: { n: 1, of: 26 } });
});

it("waits where the server is busy or not there, and says so", async () => {
  asked.mockRejectedValueOnce(new ApiError(503, { key: "error.busy" }, ""));
  asked.mockRejectedValueOnce(new ApiError(0, { key: "error.unreachable" }, ""));
  asked.mockResolvedValueOnce(found(3, 3));
  const weighing = new Weighing(replay());
  weighing.begin();
  await vi.advanceTimersByTimeAsync(0);
  expect([weighing.problem, weighing.told]).toEqual([null, { key: "ui.chances.queued" }]);
  await vi.advanceTimersByTimeAsync(5000);
  expect([weighing.problem, weighing.told]).toEqual([null, { key: "error.unreachable" }]);
  await vi.advanceTimersByTimeAsync(5000);
  expect([weighing.problem, weighing.done]).toEqual([null, true]);
});

it("stops asking if impossible, unwanted or hidden", async () => {
  asked.mockRejectedValueOnce(new ApiError(400, { key: "error.replay.not_compiled" }, ""));
  const refused = new Weighing(replay());
  refused.begin();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([refused.problem?.key, asked.mock.calls.length]).toEqual(["error.replay.not_compiled", 1]);

  asked.mockResolvedValue(found(1, 9));
  const hidden = new Weighing(replay());
  hidden.begin();
  await vi.advanceTimersByTimeAsync(0);
  hidden.rest();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([hidden.begun, asked.mock.calls.length]).toEqual([false, 2]);

  const unseen = new Weighing(replay());
  unseen.begin();
  await vi.advanceTimersByTimeAsync(0);
  seen.hidden = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.mock.calls.length).toBe(3);
  expect(seen.addEventListener).toHaveBeenCalledOnce();
});

it("asks nothing of a game that goes on, nor of one that was analysed", async () => {
  const goesOn = new Weighing(replay({ game: { no_chances: { key: "error.replay.not_over" } } }));
  goesOn.begin();
  const analysed = new Weighing(replay({ analysis: { points: [{}], turning: [], of: 2 } }));
  analysed.begin();
  analysed.rest();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([goesOn.begun, analysed.begun, asked.mock.calls.length]).toEqual([false, true, 0]);
});

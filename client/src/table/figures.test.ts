import { writable } from "svelte/store";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../lib/api";
import { now } from "../lib/replay";
import { Figures } from "./figures.svelte";
import type { Play } from "./play.svelte";

vi.mock("../lib/replay", () => ({ now: vi.fn() }));
vi.mock("../lib/prefs", () => ({ chancesShown: writable(true) }));
const asked = vi.mocked(now);
const found = (move: number): never => ({ move, chances: [0.6, 0.4] }) as never;
const refusal = (key: string): ApiError => new ApiError(503, { key }, "");

const link = { id: "a", moves: [] as unknown[], table: { phase: "playing", weighs: true } };
const figures = (): Figures => new Figures({ link } as unknown as Play);
/** The game stands after this many moves. */
function stands(at: Figures, moves: number): void {
  link.moves = Array.from({ length: moves });
  at.follow(moves);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  asked.mockReset();
  link.table.weighs = true;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("says nothing of figures that come soon", async () => {
  asked.mockImplementation(() => new Promise((come) => setTimeout(() => come(found(3)), 2000)));
  const shown = figures();
  stands(shown, 3);
  await vi.advanceTimersByTimeAsync(1000);
  expect([shown.told, shown.stale]).toEqual([null, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([shown.told, shown.stale, shown.chances, asked.mock.calls.length]).toEqual([null, false, [0.6, 0.4], 1]);
});

it("says that they take longer, over several positions too, until they are there", async () => {
  asked.mockImplementation(() => new Promise((come) => setTimeout(() => come(found(3)), 20_000)));
  const shown = figures();
  stands(shown, 3);
  await vi.advanceTimersByTimeAsync(6000);
  stands(shown, 4);
  await vi.advanceTimersByTimeAsync(3000);
  expect(shown.told).toEqual({ key: "ui.chances.later" });
  asked.mockResolvedValue(found(4));
  await vi.advanceTimersByTimeAsync(14_000);
  expect([shown.told, shown.chances, asked.mock.calls.length]).toEqual([null, [0.6, 0.4], 2]);
});

it("says that rules are being prepared, and goes on asking", async () => {
  asked
    .mockRejectedValueOnce(refusal("error.replay.compiling"))
    .mockRejectedValueOnce(refusal("error.busy"))
    .mockResolvedValue(found(3));
  const shown = figures();
  const told = [];
  stands(shown, 3);
  for (const ms of [1000, 5000, 5000]) {
    await vi.advanceTimersByTimeAsync(ms);
    told.push(shown.told?.key);
  }
  expect(told).toEqual(["ui.chances.compiling", "ui.chances.queued", undefined]);
  expect(shown.chances).toEqual([0.6, 0.4]);
});

it("tries once more what took too long, then says so and waits for the next position", async () => {
  asked.mockRejectedValue(refusal("error.replay.too_long"));
  const shown = figures();
  stands(shown, 3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown.told).toEqual({ key: "ui.chances.later" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([shown.told, asked.mock.calls.length]).toEqual([{ key: "error.replay.too_long" }, 2]);
  asked.mockResolvedValue(found(4));
  stands(shown, 4);
  expect(shown.told).toBe(null);
  await vi.advanceTimersByTimeAsync(1000);
  expect([shown.told, shown.chances]).toEqual([null, [0.6, 0.4]]);
});

it("says nothing where figures are not shown, nor asks", async () => {
  asked.mockRejectedValue(refusal("error.replay.compiling"));
  const shown = figures();
  stands(shown, 3);
  await vi.advanceTimersByTimeAsync(1000);
  link.table.weighs = false;
  stands(shown, 4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([shown.told, asked.mock.calls.length]).toEqual([null, 1]);
});

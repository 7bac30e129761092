import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { changeBy } from "./ratings";

const kept = vi.hoisted(() => ({ lists: [] as { id: string; rating?: unknown }[][] }));
vi.mock("./api", async (original) => ({
  ...(await original<object>()),
  history: () => Promise.resolve({ tables: kept.lists.length > 1 ? kept.lists.shift() : kept.lists[0] }),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function told(table: string, ...lists: { id: string; rating?: unknown }[][]): Promise<unknown> {
  kept.lists = lists;
  const found = changeBy(table).catch(() => "nothing");
  await vi.advanceTimersByTimeAsync(10_000);
  return found;
}

it("waits until it is written what a game did to a rating", async () => {
  const rating = { by: 12 };
  expect(await told("T", [], [{ id: "T" }], [{ id: "T", rating }])).toEqual(rating);
  expect(await told("T", []), "it is kept").toEqual(rating);
  expect(await told("V", [{ id: "V" }])).toBeNull();
  expect(await told("V", [{ id: "V", rating }]), "but not that there is none").toEqual(rating);
  expect(await told("W", [{ id: "U", rating }])).toBe("nothing");
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { changeBy } from "./ratings";

const kept = vi.hoisted(() => ({ lists: [] as { id: string; rating?: unknown }[][] }));
vi.mock("./api", async (original) => ({ ...(await original<object>()), history: () => Promise.resolve({ tables: kept.lists.length > 1 ? kept.lists.shift() : kept.lists[0] }) }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function told(...lists: { id: string; rating?: unknown }[][]): Promise<unknown> {
  kept.lists = lists;
  const found = changeBy("T").catch(() => "nothing");
  await vi.advanceTimersByTimeAsync(10_000);
  return found;
}

it("waits until it is written what a game did to a rating", async () => {
  const rating = { by: 12 };
  expect(await told([], [{ id: "T" }], [{ id: "T", rating }])).toEqual(rating);
  expect(await told([{ id: "T" }])).toBeNull();
  expect(await told([{ id: "U", rating }])).toBe("nothing");
});

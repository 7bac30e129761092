import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Link } from "../net/link.svelte";
import { throwAway } from "./throwAway";

const link = (command: Link["command"]): Link => ({ start: vi.fn(), close: vi.fn(), command }) as unknown as Link;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("ends the game, and leaves the table", async () => {
  const command = vi.fn().mockResolvedValue({ ok: true, seq: 3 });
  const table = link(command);
  expect(await throwAway("T", 1, table)).toBeNull();
  expect(command).toHaveBeenCalledWith({ kind: "end", seat: 1 });
  expect(table.close).toHaveBeenCalled();
});

it("says why it cannot be done, and does not wait for ever", async () => {
  const reason = { key: "error.game_over" };
  expect(await throwAway("T", 0, link(vi.fn().mockResolvedValue({ ok: false, reason, rules: [] })))).toEqual(reason);
  const late = throwAway("T", 0, link(vi.fn().mockReturnValue(new Promise(() => undefined))));
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await late).toEqual({ key: "error.unreachable" });
});

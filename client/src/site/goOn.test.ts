import { beforeEach, expect, it, vi } from "vitest";
import { ApiError, openTable, type NewTable } from "../lib/api";
import { hand, handed } from "../lib/handed";
import { go } from "../router.svelte";
import { earlier } from "../table/earlier";
import { goOn } from "./goOn";

vi.mock("../lib/guest", () => ({ beKnown: () => Promise.resolve() }));
vi.mock("../router.svelte", () => ({ go: vi.fn() }));
vi.mock("../lib/api", async (real) => ({ ...(await real<object>()), openTable: vi.fn() }));

const kept = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (place: string) => kept.get(place) ?? null,
  setItem: (place: string, text: string) => kept.set(place, text),
  removeItem: (place: string) => kept.delete(place),
});

const order = { game: "bantu", seats: 2 } as NewTable;
const move = { n: 1, seat: 0, turn: 1, text: "3: r7a", message: { key: "m" }, brief: null, trace: [], motions: [] };
beforeEach(() => {
  kept.clear();
  vi.mocked(openTable).mockReset();
  vi.mocked(go).mockReset();
});

it("does nothing where no game was handed over", async () => {
  await goOn();
  expect(openTable).not.toHaveBeenCalled();
});

it("opens the table that was ordered, once, with the moves that led there", async () => {
  hand({ order, moves: [move as never], names: [[0, "Léa"]] });
  vi.mocked(openTable).mockResolvedValue({ id: "T" });
  await goOn();
  await goOn();
  expect(vi.mocked(openTable).mock.calls).toEqual([[order]]);
  expect(vi.mocked(go).mock.calls).toEqual([["/t/T", true]]);
  expect(earlier("T").map(({ text, by }) => [text, by])).toEqual([["3: r7a", "Léa"]]);
});

it("asks again after a reload where nobody answered, and not where it was refused", async () => {
  hand({ order, moves: [], names: [] });
  vi.mocked(openTable).mockRejectedValue(new ApiError(0, { key: "error.unreachable" }, ""));
  await expect(goOn()).rejects.toThrow();
  expect(handed()).not.toBeNull();
  vi.mocked(openTable).mockRejectedValue(new ApiError(400, { key: "error.bad_input" }, ""));
  await expect(goOn()).rejects.toThrow();
  expect(handed()).toBeNull();
  expect(go).not.toHaveBeenCalled();
});

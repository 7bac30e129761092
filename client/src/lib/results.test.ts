import { expect, test } from "vitest";
import type { Chair } from "./api";
import { dayOf, lasted, othersOf, regional, resultOf, timeOf } from "./results";

const chair = (seat: number, name: string, yours = false): Chair => ({ seat, who: "person", name, level: "", yours });
const chairs = [chair(0, "Léa", true), chair(1, "Tom"), chair(2, "Zoé")];
const ended = (ranking: number[], returns: number[] = ranking.map((rank) => (rank === 1 ? 1 : 0))) => ({
  returns,
  ranking,
  ending: "x",
});
/** I came in at this place, and somebody else won. */
const placed = (n: number, of: number, who: string) => ({
  key: "ui.result.place",
  args: { place: { key: "ui.rank", args: { n } }, of, who, n: 1 },
});

test("a result is told as it concerns me", () => {
  const told = (ranking: number[], returns?: number[]): unknown =>
    resultOf({ chairs, outcome: ended(ranking, returns) });
  expect(told([1, 2, 3])).toEqual({ key: "ui.result.won" });
  expect(told([1, 1, 3], [0.5, 0.5, 0])).toEqual({ key: "ui.result.shared" });
  expect(told([2, 1, 3])).toEqual(placed(2, 3, "Tom"));
  expect(told([3, 1, 2])).toEqual(placed(3, 3, "Tom"));
  const screen = [chair(0, "Léa", true), chair(1, "Zoé", true), chair(2, "Tom")];
  expect(resultOf({ chairs: screen, outcome: ended([2, 3, 1]) })).toEqual({
    key: "ui.result.lost_to",
    args: { who: "Tom", n: 1 },
  });
  expect(resultOf({ chairs: chairs.map((one) => ({ ...one, yours: false })), outcome: ended([2, 1, 3]) })).toEqual({
    key: "ui.result.of",
    args: { who: "Tom", n: 1 },
  });
  expect(told([1, 1, 1], [0, 0, 0])).toEqual({ key: "ui.result.lost_together" });
  expect(told([1, 1, 1], [1, 1, 1])).toEqual({ key: "ui.result.all" });
  expect(
    resultOf({ chairs, outcome: { ranking: [1, 1, 1], returns: [1 / 3, 1 / 3, 1 / 3], ending: "called_off" } }),
  ).toEqual({ key: "ui.over.called_off" });
  expect(resultOf({ chairs })).toBeNull();
});

test("of a team that lost, nobody has a place", () => {
  const four = [...chairs, chair(3, "Ada")];
  expect(resultOf({ chairs: four, outcome: ended([3, 1, 3, 1]) })).toEqual({
    key: "ui.result.lost_to",
    args: { who: expect.stringContaining("Ada") as string, n: 2 },
  });
  expect(resultOf({ chairs: four, outcome: ended([2, 1, 4, 3]) })).toEqual(placed(2, 4, "Tom"));
});

test("alone, one has won or lost; on one screen, people are called by their names", () => {
  expect(resultOf({ chairs: [chair(0, "Léa", true)], outcome: ended([1], [1]) })).toEqual({ key: "ui.result.alone" });
  const both = [chair(0, "Léa", true), chair(1, "Tom", true)];
  expect(resultOf({ chairs: both, outcome: ended([1, 2]) })).toEqual({
    key: "ui.result.of",
    args: { who: "Léa", n: 1 },
  });
});

test("who played with me, also on my own screen", () => {
  const both = [chair(0, "Zoé", true), chair(1, "Léa", true), chair(2, "Tom")];
  const names = (...asked: Parameters<typeof othersOf>): string[] => othersOf(...asked).map(({ name }) => name);
  expect(names(both, "Léa")).toEqual(["Zoé", "Tom"]);
  expect(names(both, "Ada")).toEqual(["Léa", "Tom"]);
  expect(names(chairs.slice(1), "Léa")).toEqual(["Tom", "Zoé"]);
});

test("of two, who did not win has lost", () => {
  const two = [chair(0, "Léa", true), chair(1, "Tom")];
  expect(resultOf({ chairs: two, outcome: ended([2, 1]) })).toEqual({ key: "ui.result.lost" });
  expect(resultOf({ chairs: two, outcome: ended([1, 2]) })).toEqual({ key: "ui.result.won" });
});

test("a day and a time are written as in the browser's region, and a length in minutes", () => {
  expect(regional("en", ["fr-FR", "en-GB", "en"])).toBe("en-GB");
  expect(regional("en", ["fr-FR"])).toBe("en");
  const at = new Date(2026, 10, 23, 15, 5).getTime();
  expect(dayOf(at, new Date(at), regional("en", ["en-GB"]))).toBe("23 Nov");
  expect([timeOf(at, "en-GB"), timeOf(0, "fr")]).toEqual(["15:05", ""]);
  expect([lasted(600_000)?.args, lasted(900)?.args, lasted(0)]).toEqual([{ n: 10 }, { n: 1 }, null]);
});

test("a day has its year only where it is not this one", () => {
  const now = new Date(2026, 10, 23);
  expect(dayOf(new Date(2026, 10, 1).getTime(), now, "fr")).toBe("1ᵉʳ nov.");
  expect(dayOf(new Date(2026, 10, 3).getTime(), now, "fr")).toBe("3 nov.");
  expect(dayOf(new Date(2025, 11, 31).getTime(), now, "en")).toBe("Dec 31, 2025");
  expect(dayOf(0, now, "fr")).toBe("");
});

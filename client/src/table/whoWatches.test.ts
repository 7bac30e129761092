import { beforeAll, expect, test, vi } from "vitest";
import { speak } from "../lib/i18n";
import { whoWatches } from "./whoWatches";

const words = {
  "ui.watching.count": ["{n} person is watching", "{n} people are watching"],
  "ui.watching.named": ["{names} is watching", "{names} are watching"],
  "ui.watching.others": ["{n} other", "{n} others"],
};

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(words))));
  await speak("en");
});

test("who watches is named, and the others are counted", () => {
  expect(whoWatches(1, [])).toBe("1 person is watching");
  expect(whoWatches(2, [])).toBe("2 people are watching");
  expect(whoWatches(1, ["Léa"])).toBe("Léa is watching");
  expect(whoWatches(2, ["Léa", "Tom"])).toBe("Léa and Tom are watching");
  expect(whoWatches(3, ["Léa", "Tom", "Zoé"])).toBe("Léa, Tom, and Zoé are watching");
  expect(whoWatches(2, ["Léa"])).toBe("Léa and 1 other are watching");
  expect(whoWatches(5, ["Léa", "Tom", "Zoé", "Eve", "Max"])).toBe("Léa, Tom, and 3 others are watching");
  expect(whoWatches(9, ["Léa"])).toBe("Léa and 8 others are watching");
});

import { expect, test } from "vitest";
import { uncounted, type Trial } from "./opened";

const named = (key: string, ...paths: string[]) => ({ paths, said: { key }, names: [{ key }] });

test("every change is named that a trial did not count", () => {
  const differences = [named("lanes", "track.lanes"), named("levels", "track.ranks"), named("card", "cards[3].shifts")];
  const counted = (...paths: string[]): Pick<Trial, "reached"> => ({
    reached: paths.map((path) => ({ path, said: null, games: { value: 0, low: 0, high: 0 } })),
  });
  expect(uncounted(differences, counted("track.lanes", "cards[3]"))).toEqual([{ key: "levels" }]);
  expect(uncounted(differences, counted())).toHaveLength(3);
});

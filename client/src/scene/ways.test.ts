import { describe, expect, it } from "vitest";
import type { Motion } from "../net/wire";
import type { Spot } from "./desk";
import { drawn } from "./ways";

const spots = new Map(
  ["a1", "a3", "c3", "c5", "lake", "tray"].map((id) => [
    id,
    { id, panel: id === "tray" ? {} : null } as unknown as Spot,
  ]),
);
const moved = (piece: string, ...path: string[]): Motion => ({ piece, path, kind: "hop", after: false });
const told = (...motions: Motion[]): string[] =>
  drawn(motions, spots).map(({ piece, stops }) => `${piece}: ${stops.map(({ id }) => id).join(" ")}`);

describe("the ways of a line", () => {
  it("are in the order of the stops, and motions that follow one another are one", () => {
    expect(told(moved("k", "a1", "a3", "c3"))).toEqual(["k: a1 a3 c3"]);
    expect(told(moved("k", "a1", "a3"), moved("k", "a3", "c3"), moved("other", "c5", "a1"))).toEqual([
      "k: a1 a3 c3",
      "other: c5 a1",
    ]);
  });

  it("leave out what comes from beside the board, stays, or is back where it was", () => {
    expect(told(moved("k", "tray", "a1"), moved("die", "a3"), moved("gone", "nowhere", "a3"))).toEqual([]);
    expect(told(moved("referee", "lake", "a1"), moved("k", "a1", "a3"), moved("referee", "a1", "lake"))).toEqual([
      "k: a1 a3",
    ]);
  });
});

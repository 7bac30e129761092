import { describe, expect, it } from "vitest";
import { ranksOf, withSomebody, type Evening } from "./evenings";

describe("the ranks of a table", () => {
  it("are those that equal places share", () => {
    expect(ranksOf([1, 2])).toEqual([1, 2]);
    expect(ranksOf([2, 2, 3])).toEqual([1, 1, 3]);
    expect(ranksOf([4, 1, 1, 2])).toEqual([4, 1, 1, 3]);
  });
});

it("calls players who were erased somebody, and nobody else", () => {
  const found = { name: "", players: [{ player: 0, name: "" }, { player: 1, name: "Ada" }], you: { player: null, name: "" } } as unknown as Evening;
  expect(withSomebody(found, "Somebody")).toEqual({ name: "", players: [{ player: 0, name: "Somebody" }, { player: 1, name: "Ada" }], you: { player: null, name: "" } });
});

import { describe, expect, it } from "vitest";
import { ranksOf } from "./evenings";

describe("the ranks of a table", () => {
  it("are those that equal places share", () => {
    expect(ranksOf([1, 2])).toEqual([1, 2]);
    expect(ranksOf([2, 2, 3])).toEqual([1, 1, 3]);
    expect(ranksOf([4, 1, 1, 2])).toEqual([4, 1, 1, 3]);
  });
});

import { describe, expect, it } from "vitest";
import { codeOf, halved, ranksOf, withSomebody, type Evening } from "./evenings";

describe("the ranks of a table", () => {
  it("are those that equal places share", () => {
    expect(ranksOf([1, 2])).toEqual([1, 2]);
    expect(ranksOf([2, 2, 3])).toEqual([1, 1, 3]);
    expect(ranksOf([4, 1, 1, 2])).toEqual([4, 1, 1, 3]);
  });
});

describe("the code of an evening", () => {
  it("is the end of its address, however it is given", () => {
    for (const given of [
      "aB3-x_9",
      " aB3-x_9 ",
      "http://club.example:8000/evening/aB3-x_9",
      "club.example/board/aB3-x_9/",
      "https://club.example/evening/aB3-x_9?lang=fr#main",
    ])
      expect(codeOf(given)).toBe("aB3-x_9");
  });

  it("may be written small and in halves", () => {
    for (const given of ["bcdfghjk", "bcdf ghjk", " bcdf\u00a0ghjk ", "http://club.example/evening/bcdfghjk"])
      expect(codeOf(given)).toBe("bcdfghjk");
    expect(codeOf("bcdf-ghjk")).toBe("bcdf-ghjk");
    expect(halved("BCDFGHJK")).toBe("BCDF\u00a0GHJK");
    expect(halved("aB3-x_9abcde")).toBe("aB3-x_9abcde");
  });

  it("is none where something else is given", () => {
    for (const given of ["", "   ", "https://club.example/t/aB3-x_9", "a/b", "é!", "?"]) expect(codeOf(given)).toBe("");
  });
});

it("calls players who were erased somebody, and nobody else", () => {
  const found = {
    name: "",
    players: [
      { player: 0, name: "" },
      { player: 1, name: "Ada" },
    ],
    you: { player: null, name: "" },
  } as unknown as Evening;
  expect(withSomebody(found, "Somebody")).toEqual({
    name: "",
    players: [
      { player: 0, name: "Somebody" },
      { player: 1, name: "Ada" },
    ],
    you: { player: null, name: "" },
  });
});

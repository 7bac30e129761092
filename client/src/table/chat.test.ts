import { expect, test } from "vitest";
import type { SaidFacts, TableFacts } from "../net/wire";
import { keep } from "./remembered";
import { before, keepBefore, mutedHere, unheard } from "./chat";

const line = (seat: number, by: number): SaidFacts => ({
  seat,
  by,
  yours: seat === 0,
  name: "",
  text: "…",
  emote: null,
});

test("people are muted at one table, and nowhere else", () => {
  expect([...mutedHere(["T/1", "U/2", "T/0"], "T")]).toEqual([1, 0]);
  expect([...mutedHere(["TT/1"], "T")]).toEqual([]);
});

test("only what others said since counts as news, and not of those who are muted", () => {
  const said = [line(0, 0), line(1, 1), line(0, 0), line(-1, 2), line(1, 1)];
  expect(unheard(said, 1, new Set())).toEqual([said[1], said[3], said[4]]);
  expect(unheard(said, 1, new Set([1]))).toEqual([said[3]]);
  expect(unheard(said, 5, new Set())).toEqual([]);
});

test("the last words of a game are found in the rematch, without those of who is muted", () => {
  const chairs = [
    { seat: 0, name: "Sam", who: "person" },
    { seat: 1, name: "Priya", who: "person" },
  ] as TableFacts["chairs"];
  const said = [
    ...Array.from({ length: 8 }, (_, n) => ({ ...line(n % 2, n % 2), text: `${n}` })),
    { ...line(1, 7), text: "rude" },
  ];
  keepBefore("NEXT", said, { id: "T", chairs }, ["T/7"]);
  expect(before("NEXT").map(({ who, text }) => `${who} ${text}`)).toEqual([
    "Sam 2",
    "Priya 3",
    "Sam 4",
    "Priya 5",
    "Sam 6",
    "Priya 7",
  ]);
  expect(before("OTHER")).toEqual([]);
  keep("before", "BAD", "[{");
  keep("before", "WORSE", '[{"who": 1}]');
  expect([before("BAD"), before("WORSE")]).toEqual([[], []]);
});

test("of somebody who was erased nothing is heard", () => {
  const said = [line(1, 1), { ...line(1, 0), text: "" }];
  expect(unheard(said, 0, new Set())).toEqual([said[0]]);
});

import { expect, test } from "vitest";
import type { SaidFacts } from "../net/wire";
import { mutedHere, unheard } from "./chat";

const line = (seat: number, by: number): SaidFacts => ({ seat, by, yours: seat === 0, name: "", text: "…", emote: null });

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

test("of somebody who was erased nothing is heard", () => {
  const said = [line(1, 1), { ...line(1, 0), text: "" }];
  expect(unheard(said, 0, new Set())).toEqual([said[0]]);
});

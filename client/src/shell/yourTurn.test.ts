import { expect, test } from "vitest";
import type { Chair, Listed, Phase } from "../lib/api";
import { awaitingMe, unfinished } from "./yourTurn";

const chair = (seat: number, who: Chair["who"], yours = false): Chair => ({ seat, who, name: "", level: "", yours });
const table = (id: string, chairs: Chair[], actors: number[], phase: Phase = "playing"): Listed => ({ id, game: "tiny", seats: chairs.length, phase, chairs, actors });

const me = chair(0, "person", true);
const waiting = table("waiting", [me, chair(1, "person")], [0]);
const theirs = table("theirs", [me, chair(1, "person")], [1]);
const robots = table("robots", [me, chair(1, "bot")], [0]);
const over = table("over", [me, chair(1, "person")], [0], "over");
const closed: Listed = { id: "closed", game: "tiny", closed: { key: "error.unknown_table" } };

test("only tables at which people wait for me ask for me", () => {
  expect(awaitingMe([closed, theirs, over, robots, waiting]).map(({ id }) => id)).toEqual(["waiting"]);
});

test("every other game of mine that is not over is offered again: with people first, then the last played", () => {
  const names = (tables: Listed[]): string[] => unfinished(tables).map(({ id }) => id);
  expect(names([closed, robots, theirs, waiting, over])).toEqual(["theirs", "robots"]);
  expect(names([{ ...robots, id: "older", at_ms: 5 }, { ...robots, id: "played", at_ms: 9 }, theirs] as Listed[])).toEqual(["theirs", "played", "older"]);
  expect(names([closed, waiting, over, table("watched", [chair(0, "person")], [0])])).toEqual([]);
});

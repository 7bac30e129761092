import { expect, test } from "vitest";
import type { Chair, Listed, Phase } from "../lib/api";
import { awaitingMe, resumable } from "./yourTurn";

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

test("the game last played that only I can continue is offered again", () => {
  expect(resumable([closed, waiting, robots])?.id).toBe("robots");
  expect(resumable([{ ...robots, id: "newer", at_ms: 5 }, { ...robots, id: "played", at_ms: 9 }] as Listed[])?.id).toBe("played");
  expect(resumable([closed, waiting, theirs, over])).toBeUndefined();
});

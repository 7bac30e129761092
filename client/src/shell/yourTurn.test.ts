import { expect, test, vi } from "vitest";
import type { Chair, Listed, Phase, Summary } from "../lib/api";
import { awaitingMe, howFar, inOrder, mayDrop, numbered, unfinished } from "./yourTurn";

const chair = (seat: number, who: Chair["who"], yours = false): Chair => ({ seat, who, name: "", level: "", yours });
const table = (id: string, chairs: Chair[], actors: number[], phase: Phase = "playing"): Listed => ({
  id,
  game: "tiny",
  seats: chairs.length,
  phase,
  chairs,
  actors,
});

const me = chair(0, "person", true);
const waiting = table("waiting", [me, chair(1, "person")], [0]);
const theirs = table("theirs", [me, chair(1, "person")], [1]);
const robots = table("robots", [me, chair(1, "bot")], [0]);
const over = table("over", [me, chair(1, "person")], [0], "over");
const closed: Listed = { id: "closed", game: "tiny", closed: { key: "error.unknown_table" } };

test("only tables at which people wait for me ask for me", () => {
  expect(awaitingMe([closed, theirs, over, robots, waiting]).map(({ id }) => id)).toEqual(["waiting"]);
});

test("where people wait for me stands first, then what was played last", () => {
  const at = (each: Listed, id: string, at_ms: number): Listed => ({ ...each, id, at_ms }) as Listed;
  const names = (tables: Listed[]): string[] => inOrder(tables).map(({ id }) => id);
  expect(
    names([
      at(robots, "robots", 9),
      at(theirs, "theirs", 8),
      closed,
      at(over, "over", 3),
      at(waiting, "today", 7),
      at(waiting, "since Monday", 2),
    ]),
  ).toEqual(["since Monday", "today", "robots", "theirs", "over", "closed"]);
  expect(names([at(theirs, "theirs", 4), at(robots, "robots", 9)])).toEqual(["robots", "theirs"]);
});

test("offers my other running games, those with people first, then by last move", () => {
  const names = (tables: Listed[]): string[] => unfinished(tables).map(({ id }) => id);
  expect(names([closed, robots, theirs, waiting, over])).toEqual(["theirs", "robots"]);
  expect(
    names([{ ...robots, id: "older", at_ms: 5 }, { ...robots, id: "played", at_ms: 9 }, theirs] as Listed[]),
  ).toEqual(["theirs", "played", "older"]);
  expect(names([closed, waiting, over, table("watched", [chair(0, "person")], [0])])).toEqual([]);
});

test("a running game shows its start and turn to tell it from others of its kind", () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  const made_ms = Date.UTC(2026, 10, 27, 14, 5);
  const told = howFar({ phase: "playing", made_ms, turn: 12 });
  expect([told?.key, told?.args?.["n"]]).toEqual(["ui.table.begun.turn", 12]);
  expect(String(told?.args?.["when"])).toMatch(/27/);
  expect(howFar({ phase: "playing", made_ms, turn: 0 })?.key).toBe("ui.table.begun");
  expect([howFar({ phase: "over", made_ms }), howFar({ phase: "playing" })]).toEqual([null, null]);
});

test("games that look alike all the same are numbered as they were begun, and no others", () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  const at = (second: number): number => Date.UTC(2026, 10, 27, 14, 5, second);
  const bot = (level: string): Chair => ({ ...chair(1, "bot"), level });
  const game = (id: string, made_ms: number, more: Partial<Summary> = {}): Listed => ({
    ...(table(id, [me, bot("easy")], [0]) as Summary),
    made_ms,
    turn: 3,
    ...more,
  });
  const numbers = (...tables: Listed[]): unknown => Object.fromEntries(numbered(tables));
  expect(numbers(game("late", at(50)), game("b", at(2)), game("a", at(2)))).toEqual({ a: 1, b: 2, late: 3 });
  const first = game("first", at(0));
  const others = [
    game("next minute", at(60)),
    game("turn", at(1), { turn: 4 }),
    game("game", at(1), { game: "bantu" }),
    game("with", at(1), { chairs: [me, bot("hard")] }),
    game("over", at(1), { phase: "over" }),
    closed,
  ];
  expect(numbers(first, ...others)).toEqual({});
  expect(
    numbers(
      first,
      ...others,
      game("seats", at(1), { chairs: [{ ...bot("easy"), seat: 0 }, chair(1, "person", true)] }),
    ),
  ).toEqual({ first: 1, seats: 2 });
  const far = howFar({ phase: "playing", made_ms: at(0), turn: 3 });
  expect(howFar({ phase: "playing", made_ms: at(0), turn: 3 }, 2)).toEqual({
    key: "ui.table.begun.nth",
    args: { far, n: 2 },
  });
});

test("what nobody else plays in may be thrown away while it goes on", () => {
  expect([robots, waiting, over].map((each) => mayDrop(each as Summary))).toEqual([0, -1, -1]);
});

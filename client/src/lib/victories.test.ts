import { afterEach, describe, expect, test, vi } from "vitest";
import { evenings, played } from "../box/evenings";
import type { Summary } from "./api";
import type { Member } from "./household";
import { counted, everyGame, firsts, monthOf, strangers, tally, type Game } from "./victories";

const member = (name: string, once: string[] = []): Member => ({ name, once, colour: "red", piece: "", child: false });
const [lea, tom] = [member("Léa"), member("Tom", ["Thomas"])];
const person = (name: string, won: boolean) => ({ name, place: won ? 1 : 2, bot: "", won });
const robot = (bot: string, won: boolean) => ({ name: "", place: won ? 1 : 2, bot, won });
const game = (id: string, at: number, ...players: Game["players"]): Game => ({ id, game: "bantu", at, players });

const table = (more: Partial<Summary>): Summary => ({
  id: "t1",
  game: "bantu",
  seats: 2,
  phase: "over",
  ended_ms: 5,
  chairs: [
    { seat: 0, who: "person", name: "Léa", level: "", yours: true },
    { seat: 1, who: "bot", name: "", level: "easy", yours: false },
  ],
  outcome: { returns: [1, 0], ranking: [1, 2], ending: "home" },
  ...more,
});

describe("a finished game", () => {
  test("has the places of all who sat there", () => {
    expect(counted(table({}))).toEqual(game("t1", 5, person("Léa", true), robot("easy", false)));
  });
  test("counts for nobody if it was called off or abandoned", () => {
    expect(counted(table({ outcome: { returns: [0, 0], ranking: [1, 1], ending: "called_off" } }))).toBeNull();
    expect(counted(table({ abandoned: 3 }))).toBeNull();
  });
  test("is won by nobody where all lost together", () => {
    const lost = counted(table({ outcome: { returns: [0, 0], ranking: [1, 1], ending: "lost" } }));
    expect(lost!.players.map(({ won }) => won)).toEqual([false, false]);
  });
  test("says nothing of people at other screens", () => {
    const chairs = table({}).chairs.map((chair) => ({ ...chair, yours: false }));
    expect(counted(table({ chairs }))!.players[0]!.name).toBe("");
  });
});

describe("a game that was written down beside the real box", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    evenings.set([]);
  });
  test("counts on the board", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ tables: [], pages: 1 }))));
    const at = Date.parse("2026-11-30T20:00:00Z");
    const players = [
      { name: "Léa", place: 2 },
      { name: "Tom", place: 1 },
    ];
    played({ game: "bantu", at, players });
    const found = await everyGame();
    expect(found).toEqual([game(`box/bantu/${at}`, at, person("Tom", true), person("Léa", false))]);
    expect(tally(found, [lea, tom])[0]!.wins).toEqual({ bantu: 1 });
  });
});

describe("the board", () => {
  const games = [
    game("1", 100, person("LEA", true), person("Thomas", false)),
    game("2", 200, person("Léa", false), person("Tom", true)),
    game("3", 300, person("Tom", true), robot("greedy", false)),
  ];
  test("counts names without capitals and accents, and former ones", () => {
    const found = tally(games, [lea, tom]);
    expect(found.map(({ member, won, played }) => [member.name, won, played])).toEqual([
      ["Tom", 2, 3],
      ["Léa", 1, 2],
    ]);
  });
  test("counts from an instant on", () => {
    expect(tally(games, [lea], 150)[0]!.won).toBe(0);
  });
  test("has what each did first, once", () => {
    expect(firsts(games, tom, [lea, tom])).toEqual([
      { what: "game", game: "bantu", level: "", at: 100 },
      { what: "win", game: "bantu", level: "", at: 200 },
      { what: "bot", game: "bantu", level: "greedy", at: 300 },
    ]);
  });
  test("offers names that are nobody's", () => {
    expect(strangers(games, [lea])).toEqual(["Tom", "Thomas"]);
  });
  test("a month begins on its first day", () => {
    expect(new Date(monthOf(Date.parse("2026-11-30T12:00:00"))).getDate()).toBe(1);
  });
});

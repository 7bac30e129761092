import { describe, expect, it } from "vitest";
import type { Chair, TableFacts } from "../net/wire";
import { together } from "../lib/names";
import { consolation, ranked, victory, winners } from "./winners";

const chair = (seat: number, name: string, yours = false): Chair => ({
  seat,
  name,
  yours,
  who: "person",
  level: "",
  here: false,
  online: true,
  resigned: false,
  handicap_ms: 0,
  stand_in: false,
  offered: false,
  advised: 0,
  absent_ms: -1,
  awaited: false,
  declined: false,
  nudged_ms: -1,
  nudged_by: -1,
  heard_ms: -1,
  resigns_ms: -1,
  timed_out: false,
  late: false,
  ready: false,
  clock: null,
  taken_over: 0,
});
const over = (ranking: number[], yours: number[]): TableFacts =>
  ({
    phase: "over",
    chairs: ["Ada", "Léo", "Zoé"].map((name, seat) => chair(seat, name, yours.includes(seat))),
    outcome: { ranking, returns: [], ending: "" },
  }) as unknown as TableFacts;

describe("the end of a game", () => {
  it("ranks everybody, those of one rank by their seats", () => {
    expect(ranked(over([3, 1, 2], [])).map(({ chair: { name }, rank }) => [rank, name])).toEqual([
      [1, "Léo"],
      [2, "Zoé"],
      [3, "Ada"],
    ]);
    expect(ranked(over([1, 0, 0], [])).map(({ chair: { name }, rank }) => [rank, name])).toEqual([
      [1, "Léo"],
      [1, "Zoé"],
      [2, "Ada"],
    ]);
  });

  it("says you to the winner alone, and names to everybody else", () => {
    expect(victory(over([1, 2, 3], [0]))).toEqual({ key: "ui.over.you" });
    expect(victory(over([1, 2, 3], [1]))).toEqual({ key: "ui.over.won", args: { who: "Ada" } });
    expect(victory(over([1, 2, 3], [0, 1]))).toEqual({ key: "ui.over.won", args: { who: "Ada" } });
  });

  it("names all who share a victory", () => {
    expect(victory(over([1, 1, 2], [2]))).toEqual({ key: "ui.over.shared", args: { who: together(["Ada", "Léo"]) } });
    expect(victory(over([1, 1, 2], [0]))).toEqual({ key: "ui.over.with", args: { who: "Léo" } });
  });

  it("tells those who did not win where they came, and with whom", () => {
    expect(consolation(over([1, 2, 3], [0]))).toBeNull();
    expect(consolation(over([1, 2, 3], [2]))).toEqual({
      key: "ui.over.place",
      args: { place: { key: "ui.rank", args: { n: 3 } }, of: 3 },
    });
    expect(consolation(over([2, 1, 2], [0]))).toEqual({
      key: "ui.over.place.with",
      args: { place: { key: "ui.rank", args: { n: 2 } }, who: "Zoé" },
    });
    const duel = over([2, 1], [0]);
    expect(consolation({ ...duel, chairs: duel.chairs.slice(0, 2) })).toEqual({ key: "ui.over.lost" });
    expect(consolation(over([1, 2, 3], []))).toBeNull();
    expect(consolation(over([1, 2, 3], [1, 2]))).toBeNull();
  });

  it("tells all who played together whether they won", () => {
    const shared = (returns: number[], yours: number[]): TableFacts => {
      const table = over(
        returns.map(() => 1),
        yours,
      );
      return {
        ...table,
        chairs: table.chairs.slice(0, returns.length),
        together: true,
        outcome: { ...table.outcome!, returns },
      };
    };
    expect(victory(shared([0.8, 0.8], [0]))).toEqual({ key: "ui.over.together.won" });
    expect(victory(shared([0, 0], []))).toEqual({ key: "ui.over.together.lost" });
    expect(victory(shared([0], [0]))).toEqual({ key: "ui.over.lost" });
    expect(consolation(shared([0, 0], [0]))).toBeNull();
  });

  it("says to all who played together that they lost, where somebody gave up", () => {
    const duel = over([1, 1], [1]);
    const left = (how: "resigned" | "timed_out"): TableFacts => ({
      ...duel,
      together: true,
      chairs: duel.chairs.slice(0, 2).map((each) => ({ ...each, resigned: each.seat === 0, [how]: each.seat === 0 })),
      outcome: { ...duel.outcome!, returns: [0, 0], ending: "resigned" },
    });
    const won = { key: "ui.over.rest.together" };
    expect(victory(left("resigned"))).toEqual({
      key: "ui.over.given_up",
      args: { left: { key: "ui.over.left", args: { who: "Ada", n: 1 } }, won },
    });
    expect(victory(left("timed_out"))).toEqual({
      key: "ui.over.given_up",
      args: { left: { key: "ui.over.timed_out", args: { who: "Ada", n: 1 } }, won },
    });
  });

  it("says who gave up, where that ended the game", () => {
    const left = (yours: number[]): TableFacts => {
      const table = over([3, 1, 2], yours);
      return {
        ...table,
        chairs: table.chairs.map((each) => ({ ...each, resigned: each.seat !== 1 })),
        outcome: { ...table.outcome!, ending: "resigned" },
      };
    };
    const both = { key: "ui.over.left", args: { who: together(["Ada", "Zoé"]), n: 2 } };
    const won = { key: "ui.over.rest", args: { who: "Léo", n: 1 } };
    expect(victory(left([]))).toEqual({ key: "ui.over.given_up", args: { left: both, won } });
    expect(victory(left([1]))).toEqual({
      key: "ui.over.given_up",
      args: { left: both, won: { key: "ui.over.rest.you" } },
    });
    expect(victory(left([0, 1]))).toEqual({ key: "ui.over.given_up", args: { left: both, won } });
    const duel = over([2, 1], [0]);
    const alone = {
      ...duel,
      chairs: duel.chairs.slice(0, 2).map((each) => ({ ...each, resigned: each.seat === 0 })),
      outcome: { ...duel.outcome!, ending: "resigned" },
    };
    expect(victory(alone)).toEqual({ key: "ui.over.given_up", args: { left: { key: "ui.over.left.you" }, won } });
  });

  it("says that a time was up, and that a game was ended without a winner", () => {
    const duel = over([2, 1], [1]);
    const chairs = duel.chairs
      .slice(0, 2)
      .map((each) => ({ ...each, resigned: each.seat === 0, timed_out: each.seat === 0 }));
    const late = { ...duel, chairs, outcome: { ...duel.outcome!, ending: "resigned" } };
    expect(victory(late)).toEqual({
      key: "ui.over.given_up",
      args: { left: { key: "ui.over.timed_out", args: { who: "Ada", n: 1 } }, won: { key: "ui.over.rest.you" } },
    });
    const ended = over([1, 1, 1], [0]);
    expect(victory({ ...ended, outcome: { ...ended.outcome!, ending: "called_off" } })).toEqual({
      key: "ui.over.called_off",
    });
  });

  it("says who won by name, however it ended, where somebody in particular did", () => {
    const duel = over([2, 1, 3], [1]);
    const won = { key: "ui.over.won", args: { who: "Léo" } };
    expect(winners(duel)).toEqual(won);
    expect(winners({ ...duel, outcome: { ...duel.outcome!, ending: "resigned" } })).toEqual(won);
    expect(winners(over([1, 1, 2], []))?.key).toBe("ui.over.shared");
    expect(winners({ ...duel, outcome: { ...duel.outcome!, ending: "called_off" } })).toBeNull();
    expect(winners({ ...duel, phase: "playing", outcome: null })).toBeNull();
  });

  it("says nothing while the game goes on", () => {
    expect(victory({ ...over([1, 2, 3], []), phase: "playing", outcome: null })).toBeNull();
  });
});

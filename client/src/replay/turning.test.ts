import { expect, it, vi } from "vitest";
import type { Candidate, Game, TurningPoint, Weighed } from "../lib/replay";
import type { Move } from "../net/wire";
import { Replay } from "./replay.svelte";
import { again, before, lucky } from "./turning";

vi.mock("../lib/i18n", async (original) => ({
  ...(await original<object>()),
  t: ({ key }: { key: string }) => key,
  known: (key: string) => key === "far.theirs",
}));

const move = (seat: number, turn: number, key: string, prepares = false): Move =>
  ({ seat, turn, message: { key }, brief: null, trace: ["a"], motions: [], moment: null, prepares }) as unknown as Move;

/** A turn of dice thrown again, the result, and what was done then; another seat's turn after it. */
function replay(): Replay {
  const moves = [
    move(1, 1, "other"),
    move(0, 2, "throws", true),
    move(-1, 2, "die", true),
    move(0, 2, "runs"),
    move(1, 3, "other"),
  ];
  const scene = { game: "g", pieces: [], panels: [], places: [], standings: [], actors: [0] };
  const chairs = [
    { seat: 0, yours: true },
    { seat: 1, yours: false },
  ];
  const game = {
    table: { phase: "over", chairs },
    layout: { places: [] },
    moves,
    scene,
    changes: moves.map(() => ({})),
    no_chances: null,
    due: -1,
  };
  return new Replay(game as unknown as Game, { record: "" });
}
const turn: TurningPoint = { move: 1, until: 4, actor: 0, seat: 0, before: 0.55, after: 0.46 };
const one = (action: number, value: number, key: string): Candidate => ({
  action,
  value,
  visits: 9,
  view: move(0, 2, key),
});
const point = (best: Candidate, played: Candidate, missed: number): Weighed => ({
  move: 1,
  seat: 0,
  chances: [0.55, 0.45],
  best: [best],
  played,
  missed,
  why: { key: "safe" },
});

it("shows a turning point with the dice that were on the table when it was decided", () => {
  const shown = replay();
  before(shown, [point(one(1, 0.55, "throws"), one(1, 0.55, "throws"), 0)], turn);
  expect([shown.at, shown.compared?.from, shown.compared?.played.key, shown.compared?.better]).toEqual([
    3,
    3,
    "runs",
    null,
  ]);
});

it("shows a decision that threw chances away with what was better, and why", () => {
  const shown = replay();
  const points = [point(one(2, 0.55, "keeps"), one(1, 0.4, "throws"), 0.15)];
  before(shown, points, turn);
  expect([
    shown.at,
    shown.compared?.played.key,
    shown.compared?.better?.why?.key,
    shown.shownBetter?.value,
    shown.compared?.better?.played.value,
  ]).toEqual([1, "throws", "safe", 0.55, 0.4]);
  // A closer look that finds nothing better is what counts.
  again(shown, [point(one(1, 0.5, "throws"), one(1, 0.5, "throws"), 0)]);
  expect([shown.compared?.better, shown.shownBetter]).toEqual([null, null]);
});

it("gives reasons for your own actions to you and about others' in their name", () => {
  const shown = replay();
  expect([
    shown.reason({ key: "far" }, 0),
    shown.reason({ key: "far" }, 1),
    shown.reason({ key: "safe" }, 1),
    shown.reason(null, 0),
  ]).toEqual(["far", "far.theirs", "safe", ""]);
});

it("keeps the comparison while something else is opened, without the trials", () => {
  const shown = replay();
  before(shown, [point(one(2, 0.55, "keeps"), one(1, 0.4, "throws"), 0.15)], turn);
  shown.leave();
  expect([shown.compared?.played.key, shown.shownBetter?.action]).toEqual(["throws", 2]);
  shown.imagine(one(3, 0.5, "tries"));
  shown.leave();
  expect([shown.compared?.played.key, shown.shownBetter?.action]).toEqual(["throws", 2]);
  // What was put away stays away.
  shown.imagine(null);
  shown.leave();
  expect([shown.compared?.played.key, shown.shownBetter]).toEqual(["throws", null]);
  shown.go(4);
  expect(shown.compared).toBeNull();
  // What was tried alone goes.
  shown.imagine(one(3, 0.5, "tries"));
  shown.leave();
  expect(shown.imagined).toBeNull();
});

it("knows in which turn chance went on after the first decision", () => {
  const shown = replay();
  expect([
    lucky(shown, turn),
    lucky(shown, { ...turn, move: 3 }),
    lucky(shown, { ...turn, move: 0, until: 1 }),
  ]).toEqual([true, false, false]);
});

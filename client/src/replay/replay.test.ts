import { afterEach, describe, expect, it, vi } from "vitest";
import type { Game } from "../lib/replay";
import type { Move } from "../net/wire";
import { Replay } from "./replay.svelte";

const move = (seat: number, turn: number): Move =>
  ({ seat, turn, message: { key: "m" }, brief: null, trace: [], motions: [], moment: null }) as unknown as Move;

/** A replay of moves that chance set up with two of its own. */
function replay(raced = false): Replay {
  const moves = [move(-1, 1), move(-1, 1), move(0, 1), move(1, 1), move(0, 2)];
  const scene = { game: "g", pieces: [], panels: [], standings: [], actors: [0] };
  const game = {
    table: { phase: "over" },
    moves,
    scene,
    changes: moves.map(() => ({})),
    no_chances: raced ? { key: "error.replay.clock" } : null,
  };
  return new Replay(game as unknown as Game, { record: "" });
}

describe("the photo finish of a race", () => {
  it("is shown from its first hand on, until the next race or turn", () => {
    const moves = [move(0, 1), move(1, 1), move(0, 1), move(1, 1), move(0, 1), move(1, 2), move(0, 2)];
    const scene = { game: "g", pieces: [], panels: [], standings: [], actors: [0] };
    const photos = [
      { begun: 1, done: 2, photo: "first" },
      { begun: 3, done: 4, photo: "second" },
    ];
    const game = { table: { phase: "over" }, moves, scene, changes: moves.map(() => ({})), photos, no_chances: null };
    const shown = new Replay(game as unknown as Game, { record: "" });
    const seen = [shown.photo];
    while (shown.at < shown.end) {
      shown.step(1);
      seen.push(shown.photo);
    }
    expect(seen).toEqual([null, null, "first", "first", "second", "second", null, null]);
  });
});

it("shows what was set up where nobody decided anything", () => {
  const moves = [move(-1, 0), move(-1, 1)];
  const game = {
    table: { phase: "over" },
    moves,
    scene: { game: "g", pieces: [], panels: [], standings: [], actors: [] },
    changes: moves.map(() => ({})),
    no_chances: null,
  };
  const shown = new Replay(game as unknown as Game, { record: "" });
  expect([shown.at, shown.isOver]).toEqual([2, true]);
});

describe("a game that plays by itself", () => {
  afterEach(() => void vi.useRealTimers());

  it("rests longest on what was done: dice thrown, and thrown again, only lead there", () => {
    vi.useFakeTimers();
    const brief = [{ key: "b" }];
    const die = (turn: number) => ({ ...move(-1, turn), brief, prepares: true });
    const turn = (n: number) => [die(n), die(n), { ...move(n % 2, n), brief, prepares: true }, die(n), move(n % 2, n)];
    const moves = [1, 2, 3, 4].flatMap(turn) as unknown as Move[];
    const game = {
      table: { phase: "over" },
      moves,
      scene: { game: "g", pieces: [], panels: [], standings: [], actors: [0] },
      changes: moves.map(() => ({})),
      no_chances: null,
    };
    const shown = new Replay(game as unknown as Game, { record: "" });
    shown.go(5);
    const begun = Date.now();
    const came: [at: number, ms: number][] = [];
    shown.onmoment = () => came.push([shown.at, Date.now() - begun]);
    shown.play();
    vi.advanceTimersByTime(7000);
    shown.pause();
    const at = (moment: number): number => came.find(([there]) => there === moment)![1];
    // The dice of the second turn, thrown again, and what was done with them; then the dice of the third.
    expect(came.slice(0, 4).map(([there]) => there)).toEqual([7, 9, 10, 12]);
    expect(at(12) - at(10)).toBeGreaterThan(2 * (at(9) - at(7)));
    const whole = at(12) - at(7);
    expect(whole).toBeGreaterThanOrEqual(2000);
    expect(whole).toBeLessThanOrEqual(3000);
  });
});

describe("how far a replay is", () => {
  it("counts from 0 at its start, in turns", () => {
    const shown = replay();
    expect(shown.at).toBe(2);
    expect(shown.counted).toEqual({ key: "ui.past.at", args: { n: 0, of: 2 } });
    shown.step(1);
    expect(shown.counted.args.n).toBe(1);
    shown.go(shown.end);
    expect(shown.counted.args.n).toBe(2);
  });

  it("counts moves where all play at the same time", () => {
    const shown = replay(true);
    expect(shown.counted).toEqual({ key: "ui.past.move", args: { n: 0, of: 3 } });
    shown.go(4);
    expect(shown.counted.args.n).toBe(2);
  });

  it("counts turns as the list does, also where pieces are set up before the first", () => {
    const moves = [move(-1, 0), move(0, 0), move(1, 0), move(0, 1), move(1, 2)];
    const game = {
      table: { phase: "over" },
      moves,
      scene: { game: "g", pieces: [], panels: [], standings: [], actors: [0] },
      changes: moves.map(() => ({})),
      no_chances: null,
    };
    const shown = new Replay(game as unknown as Game, { record: "" });
    const seen = [shown.figures];
    const said = [shown.counted];
    while (shown.at < shown.end) {
      shown.step(1);
      seen.push(shown.figures);
      said.push(shown.counted);
      if (shown.turnNow > 0) expect(shown.counted.args.n).toBe(shown.turnAt(shown.at));
    }
    expect(seen).toEqual(["0/2", "0/2", "0/2", "1/2", "2/2"]);
    expect(said[2]).toEqual({ key: "ui.past.setup", args: { n: 2, of: 2 } });
  });

  it("goes on by decisions: what chance did in a row is one step, and one animation", () => {
    const brief = [{ key: "b" }];
    const die = { ...move(-1, 1), brief };
    const moves = [
      die,
      { ...move(0, 1), brief },
      ...Array.from({ length: 6 }, () => die),
      { ...move(0, 1), brief },
      { ...move(-1, 2), brief },
      { ...move(1, 2), brief },
    ] as unknown as Move[];
    const game = {
      table: { phase: "over" },
      moves,
      scene: { game: "g", pieces: [], panels: [], standings: [], actors: [0] },
      changes: moves.map(() => ({})),
      no_chances: null,
    };
    const shown = new Replay(game as unknown as Game, { record: "" });
    const seen = [shown.at];
    while (shown.at < shown.end) {
      shown.step(1);
      seen.push(shown.at);
    }
    expect(seen).toEqual([1, 8, 9, 10, 11]);
    shown.go(5);
    shown.step(1);
    expect(shown.at).toBe(8);
    shown.step(-1);
    expect(shown.at).toBe(1);
  });

  it("shows what could have been played until another moment is looked at", () => {
    const shown = replay();
    const view = { ...move(0, 1), motions: [{ piece: "p", path: ["a", "b"], kind: "hop" }] } as unknown as Move;
    shown.imagine({ action: 7, view });
    expect([shown.imaginedAction, shown.imagined?.trace]).toEqual([7, ["b"]]);
    shown.step(1);
    expect([shown.imaginedAction, shown.imagined]).toEqual([-1, null]);
  });

  it("rings the places of what goes nowhere on the board", () => {
    const placed = (n: number, ...to: string[]) =>
      ({
        ...move(0, n),
        motions: to.map((id) => ({ piece: `token.${id}`, path: ["reserve", id], kind: "appear" })),
      }) as unknown as Move;
    const moves = [placed(1, "a", "b"), move(1, 2)];
    const game = {
      table: { phase: "over" },
      layout: { places: ["a", "b", "c"].map((id) => ({ id })) },
      moves,
      scene: { game: "g", pieces: [], panels: [], places: [], standings: [], actors: [0] },
      changes: moves.map(() => ({})),
      no_chances: null,
      due: -1,
    };
    const shown = new Replay(game as unknown as Game, { record: "" });
    const best = { action: 1, value: 0.5, visits: 1, view: placed(1, "b", "c") };
    shown.compare(0, 1, { key: "played" }, { best, played: { ...best, action: 4 }, why: null });
    expect([shown.played, shown.better]).toEqual([
      { ways: [], rings: ["a", "b"] },
      { ways: [], rings: ["b", "c"] },
    ]);
    // What goes from place to place is drawn as such.
    const gone = { ...move(0, 1), motions: [{ piece: "p", path: ["a", "c"], kind: "hop" }] } as unknown as Move;
    shown.imagine({ action: 2, view: gone });
    expect(shown.better).toEqual({ ways: gone.motions, rings: [] });
    // What lies beside the board is ringed where it lay.
    shown.imagine({
      action: 3,
      view: { ...move(0, 1), motions: [{ piece: "card", path: ["hand", "pile"], kind: "slide" }] } as unknown as Move,
    });
    expect(shown.better).toEqual({ ways: [], rings: ["hand"] });
    shown.forget();
    expect([shown.played.rings, shown.better.rings]).toEqual([[], []]);
  });

  it("compares one decision and draws nothing that follows from a later one", () => {
    const going = (seat: number, to: string, prepares = false): Move =>
      ({ ...move(seat, 1), prepares, motions: [{ piece: "p", path: ["a", to], kind: "hop" }] }) as unknown as Move;
    const moves = [going(0, "b", true), going(-1, "c", true), going(0, "d"), going(0, "e"), move(1, 2)];
    const game = {
      table: { phase: "over" },
      layout: { places: ["a", "b", "c", "d", "e"].map((id) => ({ id })) },
      moves,
      scene: { game: "g", pieces: [], panels: [], places: [], standings: [], actors: [0] },
      changes: moves.map(() => ({})),
      no_chances: null,
      due: -1,
    };
    const shown = new Replay(game as unknown as Game, { record: "" });
    const drawn = (): string[] => shown.played.ways.map(({ path }) => path.at(-1)!);
    const best = { action: 1, value: 0.5, visits: 1, view: going(0, "c") };
    shown.compare(0, 4, { key: "played" }, { best, played: { ...best, action: 4 }, why: null });
    expect([drawn(), shown.shownBetter?.action]).toEqual([["b", "c"], 1]);
    shown.imagine(null);
    expect(shown.shownBetter).toBeNull();
    // Where nothing is compared with it, all that was done is.
    shown.compare(2, 4, { key: "played" }, null);
    expect([drawn(), shown.shownBetter]).toEqual([["d", "e"], null]);
    // The dice that prepare a turn are thrown before it is decided what goes.
    expect([shown.deed(0, 4), shown.deed(4, 5), shown.deed(0, 2)]).toEqual([2, 4, 0]);
  });

  it("is gone on with from the seat of a robot that would do the same again, else from my own", () => {
    const moves = [move(0, 1), move(1, 2), move(2, 3)];
    const chairs = [
      { seat: 0, who: "person", yours: true },
      { seat: 1, who: "bot", yours: false },
      { seat: 2, who: "person", yours: false },
    ];
    const game = {
      table: { phase: "over", chairs },
      layout: { places: [] },
      moves,
      scene: { game: "g", pieces: [], panels: [], places: [], standings: [], actors: [0] },
      changes: moves.map(() => ({})),
      no_chances: null,
      due: -1,
    };
    const shown = new Replay(game as unknown as Game, { record: "" });
    const taken = [0, 1, 2, 3].map((at) => (shown.go(at), shown.seatToTake));
    expect(taken).toEqual([0, 1, 0, 0]);
    // What Tom did is looked at: whoever wants to do it differently sits there.
    shown.go(2);
    shown.compare(2, 3, { key: "played" }, null);
    expect(shown.seatToTake).toBe(2);
    const watched = new Replay(
      {
        ...game,
        table: { phase: "over", chairs: chairs.map((chair) => ({ ...chair, yours: false })) },
      } as unknown as Game,
      { record: "" },
    );
    watched.go(2);
    expect(watched.seatToTake).toBe(2);
  });

  it("has a decision to make where it was given up, and none where it is over by its rules", () => {
    const moves = [move(0, 1), move(1, 1)];
    const game = {
      table: { phase: "over" },
      moves,
      scene: { game: "g", pieces: [], panels: [], standings: [], actors: [0] },
      changes: moves.map(() => ({})),
      no_chances: null,
    };
    const shown = (due: number) => new Replay({ ...game, due } as unknown as Game, { record: "" });
    const [left, over] = [shown(0), shown(-1)];
    expect([left.decision, left.decider, left.isLeft]).toEqual([0, 0, false]);
    for (const each of [left, over]) each.go(each.end);
    expect([left.decision, left.decider, left.isOver, left.isLeft]).toEqual([2, 0, true, true]);
    expect([over.decision, over.decider, over.isOver, over.isLeft]).toEqual([null, -1, true, false]);
  });

  it("has nothing before its start", () => {
    const shown = replay();
    shown.step(-1);
    shown.turn(-1);
    shown.go(0);
    expect(shown.at).toBe(2);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Clock } from "../live/clock";
import type { Choices, EventView, Node, Scene } from "../net/wire";
import { USUAL } from "../net/wire.generated";
import { aim, beat, Guide, hint, movedIn, nextOf, praise } from "./guide.svelte";
import { USUAL_STEP, type Script, type Step } from "./script";

const node = (click: string, action: number, next: number[] = [], overlay = -1) => ({
  ...USUAL.Node,
  click,
  action,
  next,
  overlay,
});
const choices = (nodes: ReturnType<typeof node>[], roots: number[]): Choices =>
  ({ ...USUAL.Choices, seat: 0, keys: [], nodes, roots }) as unknown as Choices;
const scene = (...some: Choices[]): Scene => ({ ...USUAL.Scene, choices: some, pieces: [] }) as unknown as Scene;
const event = (seat: number, legs = 2): EventView =>
  ({
    ...USUAL.EventView,
    seat,
    text: "",
    message: { key: `by.${seat}` },
    motions: [{ piece: "p", kind: "hop", path: Array.from({ length: legs }, String), after: false }],
  }) as unknown as EventView;
const move = choices([node("pawn", -1, [1]), node("there", 7)], [0]);

/** A guide at a clock that the test sets; frames are painted when it says so. */
function guided(
  hurried: boolean,
  ...steps: Partial<Step>[]
): { guide: Guide; time: { now: number }; paint: () => void; begun: number[] } {
  const time = { now: 1000 };
  const begun: number[] = [];
  let painted: ((at: number) => void) | null = null;
  const clock: Clock = {
    now: () => time.now,
    painted: (done) => (painted = done),
    every: () => () => undefined,
    after: () => () => undefined,
    visible: () => true,
  };
  const all = steps.map((each, i) => ({ ...USUAL_STEP, scene: scene(), say: { key: `say.${i}` }, ...each }) as Step);
  const script: Script = {
    game: "g",
    seats: 2,
    seat: 0,
    names: ["", "Mia"],
    hurried,
    layout: {} as Script["layout"],
    steps: all,
  };
  const guide = new Guide(script, (index) => begun.push(index), clock);
  guide.begin(0);
  return { guide, time, begun, paint: () => painted?.(time.now) };
}

describe("a guided first game", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("shows what follows a move, a beat each, and then goes on", async () => {
    const frames = [event(0), event(1)].map((each) => ({ scene: scene(), events: [each] }));
    const { guide, begun } = guided(false, {}, { scene: scene(move), frames }, {});
    expect([guide.reads, guide.say.key]).toEqual([true, "say.0"]);
    guide.on();
    expect([guide.index, guide.reads]).toEqual([1, false]);
    await guide.link.command({ kind: "act", seat: 0, action: 7, path: [] });
    expect([guide.looks, guide.say.key]).toEqual([true, "by.0"]);
    vi.advanceTimersByTime(beat(frames[0]!.events, true));
    expect([guide.index, guide.say.key]).toEqual([1, "by.1"]);
    guide.on();
    expect([guide.index, guide.looks, guide.last, begun]).toEqual([2, false, true, [0, 1, 2]]);
    guide.back();
    expect(guide.index).toBe(1);
  });

  it("names the next click, the pattern to turn, the button to press", () => {
    expect(hint(move, [])).toEqual({ kind: "click", id: "pawn" });
    expect(hint(move, [{ click: "pawn", nodes: [0] }])).toEqual({ kind: "click", id: "there" });
    expect(
      hint(move, [
        { click: "pawn", nodes: [0] },
        { click: "there", nodes: [1] },
      ]),
    ).toEqual({ kind: "do" });
    const card = choices(
      [node("card", -1, [1, 2]), node("turn.0", -1, [], 0), node("turn.1", -1, [3], 1), node("there", 7)],
      [0],
    );
    expect(
      hint(card, [
        { click: "card", nodes: [0] },
        { click: "turn.0", nodes: [1] },
      ]),
    ).toEqual({ kind: "turn", by: 1, away: false });
    expect(hint(null, [])).toBeNull();
  });

  it("turns a pattern back the shorter way, and lets it appear where it is to lie", () => {
    const turns = [0, 1, 2, 3].map((i) => node(`turn.${i}`, -1, i === 0 ? [5] : [], i));
    const card = choices([node("card", -1, [1, 2, 3, 4]), ...turns, node("there", 7)], [0]);
    const laid = (i: number) => [
      { click: "card", nodes: [0] },
      { click: `turn.${i}`, nodes: [i + 1] },
    ];
    expect(hint(card, laid(0))).toEqual({ kind: "click", id: "there" });
    expect(hint(card, laid(1))).toEqual({ kind: "turn", by: -1, away: true });
    expect(hint(card, laid(3))).toEqual({ kind: "turn", by: 1, away: true });
    expect([0, 1, 2, 3].map((i) => aim(card, laid(i)))).toEqual(["there", "there", "there", "there"]);
    expect([aim(card, []), aim(null, [])]).toEqual(["", ""]);
  });

  it("lets all dice glow that are to be chosen, in any order", () => {
    const die = (click: string, chosen: string[], action: number, next: number[]): Node => ({
      ...node(click, action, next),
      chosen,
    });
    const dice = {
      ...move,
      roots: [0, 1],
      nodes: [
        die("d", ["d"], -1, [2]),
        die("e", ["e"], -1, [3]),
        die("e", ["d", "e"], 3, []),
        die("d", ["d", "e"], 3, []),
      ],
    };
    expect(nextOf(dice, [], "d")).toEqual(["d", "e"]);
    expect(nextOf(dice, [{ click: "d", nodes: [0] }], "e")).toEqual(["e"]);
    expect(nextOf(move, [], "pawn")).toEqual(["pawn"]);
    expect(nextOf(null, [], "pawn")).toEqual(["pawn"]);
  });

  it("forgives what tempts, says why, and waits anew", () => {
    const { guide } = guided(true, { wait_ms: 4000, tempting: ["pawn"], forgiven: { key: "out" } }, {});
    vi.advanceTimersByTime(3000);
    expect(guide.click("elsewhere", 0)).toBe(false);
    expect(guide.click("pawn", 0)).toBe(true);
    expect(guide.pardon?.reason).toEqual({ key: "out" });
    vi.advanceTimersByTime(3999);
    expect(guide.index).toBe(0);
    vi.advanceTimersByTime(1);
    expect([guide.index, guide.pardon, guide.reads]).toEqual([0, null, true]);
    guide.on();
    expect(guide.index).toBe(1);
  });

  it("lets no step pass that tells something, however long it is looked at", () => {
    for (const step of [{}, { wait_ms: 1600 }]) {
      const { guide, begun } = guided(true, step, {});
      vi.advanceTimersByTime(600_000);
      expect([begun, guide.reads]).toEqual([[0], true]);
    }
  });

  it("says how long one took from when the step was seen", () => {
    const { guide, time, paint } = guided(true, { timed: true, scene: scene(choices([node("pawn", 1)], [0])) }, {});
    time.now = 1016;
    paint();
    time.now = 1400;
    guide.click("pawn", 1336.4);
    expect([guide.took, guide.index]).toEqual([320, 1]);
  });

  it("draws the piece that somebody moved, not that of the sentence before", () => {
    const of = (seat: number, ...pieces: string[]): EventView => ({
      ...event(seat),
      motions: pieces.map((piece) => ({ ...event(seat).motions[0]!, piece })),
    });
    const pieces = [{ id: "orange.5" }, { id: "blue.5" }];
    expect(movedIn([of(-1, "orange.5"), of(1, "gone", "blue.5")], pieces)).toEqual(["blue.5"]);
    expect(movedIn([of(1)], pieces)).toEqual([]);
  });

  it("praises only a hand that was quick", () => {
    expect(praise(620)).toBe("ui.first_game.quick");
    expect(praise(15_050)).toBe("ui.first_game.took");
  });

  it("does nothing any more once it is closed", () => {
    const { guide } = guided(true, { wait_ms: 100 }, {});
    guide.end();
    vi.advanceTimersByTime(1000);
    expect(guide.index).toBe(0);
  });

  it("looks longer at a longer way, and not for ever", () => {
    expect(beat([event(1, 6)], false)).toBeGreaterThan(beat([event(1, 2)], false));
    expect(beat([event(1, 60)], false)).toBeLessThan(4000);
  });
});

import { describe, expect, it } from "vitest";
import type { Choices, Node } from "../net/wire";
import {
  carried,
  landings,
  legend as legendOf,
  accepting,
  allPaths,
  back,
  changes,
  drawn,
  effectsOf,
  endsOnButton,
  fartherClicks,
  fill,
  findable,
  finished,
  foreseen,
  gathered,
  gathers,
  hinting,
  laid,
  laying,
  lifted,
  next,
  nextClicks,
  offers,
  onlyAction,
  pathsTo,
  replay,
  type Steps,
  takeable,
  tap,
  trail,
  turned,
  turnedTo,
  wording,
} from "./choices";
import { USUAL } from "../net/wire.generated";

const n = (click: string, action = -1, next: number[] = [], key = 0, extra: Node["extra"] = {}): Node => ({
  ...USUAL.Node,
  click,
  action,
  next,
  key,
  extra,
});

/**
 * A frog f: slides to a (10), or hops b (11) → c (12) → d; d is reached before the river (13) or after it (14), and c
 * leads back to b. A second frog g slides to a (20). A button passes (99).
 */
const choices: Choices = {
  ...USUAL.Choices,
  seat: 1,
  keys: ["go", "cross"],
  buttons: [{ ...USUAL.Button, id: "pass", label: { key: "pass" } }],
  more: false,
  roots: [0, 6, 8],
  nodes: [
    n("f", -1, [1, 2]),
    n("a", 10),
    n("b", 11, [3]),
    n("c", 12, [2, 4, 5]),
    n("d", 13, []),
    n("e", -1, [9]),
    n("g", -1, [7]),
    n("a", 20),
    n("pass", 99),
    n("d", 14, [], 1, { crossings: 1 }),
  ],
};

function walk(...clicks: string[]): Steps {
  return clicks.reduce<Steps>((steps, click) => {
    const done = tap(choices, steps, [click]);
    if (done.kind !== "go") throw new Error(`${click}: ${done.kind}`);
    return done.steps;
  }, []);
}

describe("narrowing", () => {
  it("begins with the roots", () => {
    expect(nextClicks(choices, [])).toEqual(new Set(["f", "g", "pass"]));
    expect(fartherClicks(choices, [])).toEqual(new Set(["a", "b", "c", "d"]));
  });

  it("offers pieces at the start and at later clicks on pieces, but not while gathering", () => {
    const spell: Choices = { ...choices, roots: [0], nodes: [n("sorcery", -1, [1, 2]), n("red", 10), n("blue", 11)] };
    expect(offers(spell, [], "red")).toBe(false);
    const steps = next(spell, [], "sorcery");
    expect([offers(spell, steps, "red"), offers(spell, steps, "blue"), offers(spell, steps, "sorcery")]).toEqual([
      true,
      true,
      false,
    ]);
    const dice: Choices = {
      ...choices,
      roots: [0, 1],
      nodes: [
        { ...n("d1", 5, [1]), chosen: ["d1"] },
        { ...n("d2", 6, [0]), chosen: ["d2"] },
      ],
    };
    expect([offers(dice, [], "d2"), offers(dice, next(dice, [], "d1"), "d2")]).toEqual([true, false]);
  });

  it("shows next hops and farther destinations apart", () => {
    const steps = walk("f");
    expect(nextClicks(choices, steps)).toEqual(new Set(["a", "b"]));
    expect(fartherClicks(choices, steps)).toEqual(new Set(["c", "d"]));
  });

  it("does not offer the place one stands on as a farther destination", () => {
    expect(fartherClicks(choices, walk("f", "b"))).toEqual(new Set(["d"]));
  });

  it("takes the shortest path to a farther destination", () => {
    const steps = walk("f", "c");
    expect(steps.map((step) => step.click)).toEqual(["f", "b", "c"]);
    expect(accepting(choices, steps).map((path) => path.action)).toEqual([12]);
    expect(finished(choices, steps)).toBe(false);
  });

  it("asks which, where a place is reached by two actions", () => {
    const asked = tap(choices, walk("f"), ["d"]);
    expect(asked.kind).toBe("which");
    if (asked.kind !== "which") return;
    expect(asked.paths.map((path) => path.action)).toEqual([13, 14]);
    expect(asked.paths[1]!.steps.map((step) => step.click)).toEqual(["f", "b", "c", "e", "d"]);
  });

  it("follows the next hop and offers the other actions to the same place", () => {
    const done = tap(choices, walk("f", "c"), ["d"]);
    expect(done.kind).toBe("go");
    if (done.kind !== "go") return;
    expect(done.steps.at(-1)!.nodes).toEqual([4]);
    expect(done.others.map((path) => path.action)).toEqual([14]);
    expect(done.others[0]!.steps.map((step) => step.click)).toEqual(["f", "b", "c", "e", "d"]);
  });

  it("confirms by a second tap, but only where stopping is legal", () => {
    expect(tap(choices, walk("f", "b"), ["b"])).toEqual({ kind: "confirm" });
    expect(tap(choices, walk("f"), ["f"])).toEqual({ kind: "release" });
    expect(tap(choices, walk("f", "b", "c", "e"), ["e"])).toMatchObject({ kind: "no" });
  });

  it("hops back where the graph has a cycle", () => {
    expect(walk("f", "b", "c", "b").map((step) => step.click)).toEqual(["f", "b", "c", "b"]);
  });

  it("undoes one click", () => {
    expect(back(walk("f", "c")).map((step) => step.click)).toEqual(["f", "b"]);
    expect(back([])).toEqual([]);
  });

  it("starts again with another piece, and prefers the piece on top of a place", () => {
    const done = tap(choices, walk("f"), ["g", "z"]);
    expect(done).toMatchObject({ kind: "go", steps: [{ click: "g" }] });
    expect(tap(choices, walk("f"), ["x", "a"])).toMatchObject({ kind: "go", steps: [{ click: "f" }, { click: "a" }] });
  });

  it("tells when a tap would drop a half-made path for another beginning", () => {
    expect(changes(choices, walk("f", "b"), ["g"])).toBe("g");
    expect(changes(choices, walk("f", "b"), ["z", "g"])).toBe("g");
    expect(changes(choices, walk("f"), ["g"])).toBe("");
    expect(changes(choices, walk("f", "b"), ["c"])).toBe("");
    expect(changes(choices, walk("f", "b"), ["f"])).toBe("");
    expect(changes(choices, [], ["g"])).toBe("");
  });

  it("says no to what leads nowhere, naming what was tapped", () => {
    expect(tap(choices, [], ["d"])).toEqual({ kind: "no", click: "d" });
    expect(tap(choices, walk("f"), ["zz"])).toEqual({ kind: "no", click: "zz" });
  });

  it("keeps a click open that stands for several nodes", () => {
    const fork: Choices = { ...choices, roots: [0, 1], nodes: [n("f", 1, [2]), n("f", 2, [3]), n("a", 3), n("b", 4)] };
    const done = tap(fork, [], ["f"]);
    if (done.kind !== "go") throw new Error(done.kind);
    expect(accepting(fork, done.steps).map((path) => path.action)).toEqual([1, 2]);
    expect(nextClicks(fork, done.steps)).toEqual(new Set(["a", "b"]));
    expect(tap(fork, done.steps, ["b"])).toMatchObject({ kind: "go", steps: [{}, { nodes: [3] }] });
  });

  it("lists every action once", () => {
    expect(
      allPaths(choices, [])
        .map((path) => path.action)
        .sort(),
    ).toEqual([10, 11, 12, 13, 14, 20, 99]);
    expect(allPaths(choices, walk("f")).map((path) => path.action)).toEqual([10, 11, 12, 13, 14]);
  });

  it("words an action by its key, its first and last click, and what is extra", () => {
    const path = pathsTo(choices, walk("f"), "d")[1]!;
    const steps = [...walk("f"), ...path.steps];
    expect(wording(choices, steps, path.node, (id) => ({ key: `name.${id}` }))).toEqual({
      key: "cross",
      args: { first: { key: "name.f" }, before: { key: "name.e" }, last: { key: "name.d" }, crossings: 1 },
    });
  });

  it("replays clicks in new choices, or gives them up", () => {
    expect(replay(choices, walk("f", "b")).map((step) => step.click)).toEqual(["f", "b"]);
    expect(replay({ ...choices, roots: [6] }, walk("f", "b"))).toEqual([]);
  });

  it("fills in what was left out, keeping the other first clicks", () => {
    const cut: Choices = { ...choices, more: true, nodes: [n("f"), n("g"), n("pass", 99)], roots: [0, 1, 2] };
    const full = fill(cut, "g", { ...choices, nodes: [n("g", -1, [1]), n("a", 20)], roots: [0] });
    expect(nextClicks(full, [])).toEqual(new Set(["f", "g", "pass"]));
    const done = tap(full, [], ["g"]);
    if (done.kind !== "go") throw new Error(done.kind);
    expect(nextClicks(full, done.steps)).toEqual(new Set(["a"]));
    expect(tap(full, [], ["pass"])).toMatchObject({ kind: "go", steps: [{ click: "pass" }] });
  });
});

describe("the path and the hint of a click", () => {
  const passing: Choices = {
    ...choices,
    keys: ["go", "cross", "far"],
    roots: [0],
    nodes: [{ ...n("f", -1, [1, 2], 0, { n: 3 }), hint: 2 }, { ...n("d", 10), path: ["b", "c"] }, n("a", 11)],
  };
  const begun: Steps = [{ click: "f", nodes: [0] }];

  it("shows every place that the piece passes", () => {
    expect(trail(passing, begun)).toEqual([]);
    expect(trail(passing, [...begun, { click: "d", nodes: [1] }])).toEqual(["b", "c", "d"]);
    expect(trail(passing, [...begun, { click: "a", nodes: [2] }])).toEqual(["a"]);
  });

  it("says what is expected once something is clicked that says so", () => {
    expect(hinting(passing, begun, (id) => id)).toEqual({
      key: "far",
      args: { n: 3, first: "f", before: "f", last: "f" },
    });
    expect(hinting(passing, [...begun, { click: "a", nodes: [2] }], (id) => id)).toBeNull();
    expect(hinting(choices, walk("f"), (id) => id)).toBeNull();
    expect(hinting(choices, [], (id) => id)).toBeNull();
  });
});

/** A card k is laid in three positions: r0 on a or b, r1 on b, r2 nowhere; or it is thrown away (50). A card m is only thrown (51). */
const glass: Choices = {
  ...USUAL.Choices,
  seat: 0,
  keys: ["lay"],
  buttons: [],
  more: false,
  roots: [0, 8],
  overlays: [{ offsets: [[0, 0]] }, { offsets: [[0, 0]] }, { offsets: [[0, 0]] }],
  nodes: [
    n("k", -1, [1, 2, 3, 7], 0, { card: 3 }),
    { ...n("r0", -1, [4, 5, 7]), overlay: 0 },
    { ...n("r1", -1, [6, 7]), overlay: 1 },
    { ...n("r2", -1, [7]), overlay: 2 },
    n("a", 40),
    n("b", 41),
    n("b", 42),
    n("throw", 50),
    n("m", -1, [9]),
    n("throw", 51),
  ],
};

describe("a pattern laid over the board", () => {
  const step = (click: string, node: number) => ({ click, nodes: [node] });
  const begun = laid(glass, [step("k", 0)]);

  it("is laid in its first position by the click on its piece, and only there", () => {
    expect(begun).toEqual([step("k", 0), step("r0", 1)]);
    expect(laying(glass, begun)).toEqual({ at: 1, node: 1, turns: [1, 2, 3] });
    expect(laid(glass, [step("m", 8)])).toEqual([step("m", 8)]);
    expect(laying(glass, [step("m", 8)])).toBeNull();
    expect(laid(choices, walk("f"))).toEqual(walk("f"));
    expect(laid(glass, begun)).toBe(begun);
  });

  it("is turned either path, round and round", () => {
    expect(turned(glass, begun, 1).at(-1)!.click).toBe("r1");
    expect(turned(glass, begun, -1).at(-1)!.click).toBe("r2");
    expect(turned(glass, turned(glass, begun, -1), 1)).toEqual(begun);
    expect(turned(choices, walk("f"), 1)).toEqual(walk("f"));
  });

  it("stays on its place where it may lie there in the new position, else it is lifted", () => {
    const onB = [...begun, step("b", 5)];
    expect(turned(glass, onB, 1)).toEqual([step("k", 0), step("r1", 2), step("b", 6)]);
    expect(turned(glass, [...begun, step("a", 4)], 1)).toEqual([step("k", 0), step("r1", 2)]);
    expect(turnedTo(glass, onB, 3)).toEqual([step("k", 0), step("r2", 3)]);
    expect(lifted(glass, onB)).toEqual(begun);
    expect(accepting(glass, onB).map((path) => path.action)).toEqual([41]);
  });

  it("asks before another beginning only where more than a pattern would be lost", () => {
    expect(changes(glass, [...begun, step("b", 5)], ["m"])).toBe("");
    expect(nextClicks(glass, begun)).toEqual(new Set(["a", "b", "throw"]));
  });

  it("finds the first position in which it may lie on a place", () => {
    const places = new Set(["a", "b"]);
    expect(findable(glass, begun, places)).toBe(1);
    expect(findable(glass, turned(glass, begun, -1), places)).toBe(1);
    expect(findable(glass, begun, new Set(["c"]))).toBe(-1);
    expect(findable(glass, [step("m", 8)], places)).toBe(-1);
  });

  it("says its position among the words of an action, and what the clicks before it say", () => {
    expect(wording(glass, [...begun, step("b", 5)], 5, (id) => id)).toEqual({
      key: "lay",
      args: { first: "k", before: "r0", last: "b", card: 3 },
    });
  });
});

describe("what a screen leaves out", () => {
  it("is the buttons that nobody would press, and what follows them alone", () => {
    const spare: Choices = {
      ...choices,
      buttons: [{ ...choices.buttons[0]!, drawn: false }],
      nodes: choices.nodes.map((node, i) => (i === 1 ? { ...node, next: [8] } : node)),
    };
    const left = drawn(spare);
    expect(left.buttons).toEqual([]);
    expect([...nextClicks(left, [])]).toEqual(["f", "g"]);
    expect(left.nodes[1]!.next).toEqual([]);
    expect(left.nodes.length).toBe(choices.nodes.length);
    expect(drawn(choices)).toBe(choices);
  });

  it("is also what leads to nothing but such a button", () => {
    const spare: Choices = {
      ...choices,
      buttons: [{ ...choices.buttons[0]!, id: "touch", drawn: false }],
      roots: [0, 2, 3],
      nodes: [n("pawn.0", -1, [1]), n("touch", 5), n("pawn.1", 6, [1]), n("pawn.2", -1)],
    };
    expect([...nextClicks(drawn(spare), [])]).toEqual(["pawn.1", "pawn.2"]);
  });
});

describe("what places do to the piece in hand", () => {
  const effect = { place: "b2", kind: "stops" as const, label: { key: "sand" } };
  const choices: Choices = {
    ...USUAL.Choices,
    seat: 0,
    keys: ["go"],
    roots: [0, 2],
    nodes: [
      { ...USUAL.Node, click: "f", next: [1], effects: 0 },
      { ...USUAL.Node, click: "b1", action: 4 },
      { ...USUAL.Node, click: "g", action: 5 },
    ],
    effects: [[effect]],
  };

  it("is told after the click that chooses the piece, and of no other", () => {
    expect(effectsOf(choices, [])).toEqual([]);
    expect(effectsOf(choices, next(choices, [], "f"))).toEqual([effect]);
    expect(effectsOf(choices, next(choices, next(choices, [], "f"), "b1"))).toEqual([]);
    expect(effectsOf(choices, next(choices, [], "g"))).toEqual([]);
  });

  it("comes with the rest of choices that were cut", () => {
    const cut: Choices = {
      ...choices,
      more: true,
      nodes: [
        { ...USUAL.Node, click: "f" },
        { ...USUAL.Node, click: "g" },
      ],
      roots: [0, 1],
      effects: [],
    };
    const filled = fill(cut, "f", { ...choices, roots: [0], nodes: choices.nodes.slice(0, 2) });
    expect(effectsOf(filled, next(filled, [], "f"))).toEqual([effect]);
  });
});

describe("a path foreseen", () => {
  it("goes through every place on the way to a farther destination", () => {
    expect(foreseen(choices, walk("f"), "b")).toEqual(["b"]);
    expect(foreseen(choices, walk("f"), "c")).toEqual(["b", "c"]);
    expect(foreseen(choices, walk("f", "b"), "d")).toEqual(["b", "c", "d"]);
  });

  it("is none to where the piece stands, to nothing, and before a piece is chosen", () => {
    expect(foreseen(choices, walk("f", "b"), "b")).toEqual([]);
    expect(foreseen(choices, walk("f"), "z")).toEqual([]);
    expect(foreseen(choices, [], "c")).toEqual([]);
  });
});

describe("a set that is gathered", () => {
  const take = (click: string, chosen: string[], action: number, next: number[]): Node => ({
    ...n(click, action, next),
    chosen,
  });
  /** Dice d and e: either alone (1, 2), both (3), or neither after all. */
  const dice: Choices = {
    ...USUAL.Choices,
    seat: 0,
    keys: ["throw"],
    buttons: [],
    roots: [0, 1],
    nodes: [
      take("d", ["d"], 1, [2, 4]),
      take("e", ["e"], 2, [3]),
      take("e", ["d", "e"], 3, []),
      take("d", ["d", "e"], 3, []),
      take("d", [], -1, []),
    ],
  };
  const both: Choices = {
    ...dice,
    nodes: dice.nodes.map((each) => (each.action === 3 ? each : { ...each, action: -1 })),
  };

  it("says what may still be taken, in any order, and what was", () => {
    expect(takeable(dice, [])).toEqual(["d", "e"]);
    const first = next(dice, [], "d");
    expect([takeable(dice, first), gathered(dice, first), gathers(dice, first)]).toEqual([["e"], ["d"], true]);
    const all = next(dice, first, "e");
    expect([takeable(dice, all), gathered(dice, all)]).toEqual([[], ["d", "e"]]);
    expect([takeable(choices, []), gathered(choices, walk("f"))]).toEqual([[], []]);
  });

  it("lets one thing go and keeps the rest, where no click of its own gives it up", () => {
    const all = next(both, next(both, [], "d"), "e");
    expect(tap(both, all, ["d"])).toEqual({ kind: "go", steps: next(both, [], "e"), others: [] });
    expect(tap(both, all, ["e"])).toEqual({ kind: "go", steps: next(both, [], "d"), others: [] });
    expect(tap(both, next(both, [], "e"), ["e"])).toEqual({ kind: "release" });
  });

  it("leads to one thing only where the script wants just that", () => {
    expect(onlyAction(dice, [])).toBeNull();
    expect(onlyAction(both, [])?.action).toBe(3);
    expect(onlyAction(both, next(both, [], "d"))?.action).toBe(3);
    expect(onlyAction(choices, [])).toBeNull();
  });
});

it("tells a button that was pressed from a pattern that was turned", () => {
  const card: Choices = {
    ...choices,
    roots: [0],
    buttons: ["turn", "discard"].map((id) => ({ ...USUAL.Button, id, label: { key: id } })),
    nodes: [n("card", -1, [1, 2]), { ...n("turn", -1, [3]), overlay: 0 }, n("discard", 9), n("a", 10)],
  };
  const after = (...nodes: number[]): Steps =>
    nodes.map((index) => ({ click: card.nodes[index]!.click, nodes: [index] }));
  expect(
    [after(), after(0), after(0, 1), after(0, 1, 3), after(0, 2)].map((steps) => endsOnButton(card, steps)),
  ).toEqual([false, false, false, false, true]);
  expect(endsOnButton(null, [])).toBe(false);
});

describe("the marks of places that a piece can reach", () => {
  const leap = { leaves_marker: true };
  const legend = ["slide", "hop", "hops"].map((key) => ({ key }));
  const two: Choices = {
    ...USUAL.Choices,
    seat: 0,
    keys: [""],
    roots: [0],
    legend,
    nodes: [
      { ...USUAL.Node, click: "k", next: [1, 2] },
      { ...USUAL.Node, click: "a", action: 1 },
      { ...USUAL.Node, click: "c", action: 2, next: [3], ...leap },
      { ...USUAL.Node, click: "e", action: 3, ...leap },
    ],
  };
  const chosen: Steps = [{ click: "k", nodes: [0] }];

  it("tell a step, a leap and several leaps apart, and say each that is there", () => {
    expect([...landings(two, chosen)].sort()).toEqual([
      ["a", "step"],
      ["c", "leap"],
      ["e", "leaps"],
    ]);
    expect(legendOf(two, chosen).map(({ kind, words }) => [kind, words.key])).toEqual([
      ["step", "slide"],
      ["leap", "hop"],
      ["leaps", "hops"],
    ]);
    const hopped: Steps = [...chosen, { click: "c", nodes: [2] }];
    expect([...landings(two, hopped)]).toEqual([["e", "leap"]]);
    expect(legendOf(two, hopped).map(({ kind }) => kind)).toEqual(["leap"]);
  });

  it("are none before a piece is chosen, and where pieces move in one way", () => {
    expect(landings(two, []).size).toBe(0);
    expect(landings({ ...two, legend: [] }, chosen).size).toBe(0);
  });
});

describe("a piece that is set up", () => {
  const setup: Choices = {
    ...USUAL.Choices,
    seat: 0,
    keys: ["place"],
    setup: true,
    roots: [2, 0, 1],
    nodes: [n("a1", 5), n("b1", 6), n("kangaroo", -1, [0, 1])],
  };

  it("is seen on the place that was tapped at once, may go to another, and a second tap does it", () => {
    const steps = carried(setup, next(setup, [], "b1"));
    expect(steps.map(({ click }) => click)).toEqual(["kangaroo", "b1"]);
    expect(accepting(setup, steps).map(({ action }) => action)).toEqual([6]);
    expect(tap(setup, steps, ["b1"])).toEqual({ kind: "confirm" });
    expect(tap(setup, steps, ["a1"])).toMatchObject({ kind: "go", steps: [{ click: "a1" }] });
    expect(carried({ ...setup, setup: false }, next(setup, [], "b1")).length).toBe(1);
    expect(carried(setup, steps)).toBe(steps);
  });
});

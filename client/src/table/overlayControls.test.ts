import { beforeEach, describe, expect, it } from "vitest";
import type { Choices, Node } from "../net/wire";
import { USUAL } from "../net/wire.generated";
import { laid, lifted, type Steps } from "../scene/choices";
import { Glass } from "./overlayControls.svelte";
import { PLAIN, type Manner } from "./manner";
import type { Play } from "./play.svelte";

const n = (click: string, action = -1, next: number[] = [], overlay = -1): Node => ({
  ...USUAL.Node,
  click,
  action,
  next,
  overlay,
});

/** A card k in three positions: r0 may lie on a and b, r1 on b, r2 nowhere. */
const choices: Choices = {
  ...USUAL.Choices,
  seat: 0,
  keys: [""],
  buttons: ["r0", "r1", "r2"].map((id) => ({ ...USUAL.Button, id, label: { key: id } })),
  more: false,
  roots: [0],
  nodes: [
    n("k", -1, [1, 2, 3]),
    n("r0", -1, [4, 5], 0),
    n("r1", -1, [6], 1),
    n("r2", -1, [], 2),
    n("a", 40),
    n("b", 41),
    n("b", 42),
  ],
};

describe("a pattern that is turned", () => {
  const begun = laid(choices, [{ click: "k", nodes: [0] }]);
  let play: {
    choices: Choices;
    steps: Steps;
    pending: boolean;
    reason: unknown;
    manner: Manner;
    link: { id: string };
  };
  let glass: Glass;
  const clicks = (): string[] => play.steps.map(({ click }) => click);
  beforeEach(() => {
    play = { choices, steps: begun, pending: false, reason: null, manner: PLAIN, link: { id: "T" } };
    glass = new Glass(play as unknown as Play);
  });

  it("lies where it was put and refused, as soon as it may", () => {
    glass.turn(-1);
    glass.want("b");
    expect(clicks()).toEqual(["k", "r2"]);
    glass.turn(-1);
    expect(clicks()).toEqual(["k", "r1", "b"]);
  });

  it("comes back to where it lay when a turn of it had no room there", () => {
    glass.slide("b");
    glass.turn(-1);
    expect(clicks()).toEqual(["k", "r2"]);
    glass.turn(1);
    expect(clicks()).toEqual(["k", "r0", "b"]);
  });

  it("lies where it is now, and not where it was put before", () => {
    glass.want("a");
    play.steps = [...begun, { click: "b", nodes: [5] }];
    glass.turn(-1);
    glass.turn(-1);
    expect(clicks()).toEqual(["k", "r1", "b"]);
  });

  it("asks why it cannot lie where it was dropped", () => {
    const tapped: unknown[] = [];
    Object.assign(play, { tap: (ids: string[], place: string) => tapped.push([ids, place]) });
    glass.slide("b");
    expect(tapped).toEqual([]);
    glass.slide("nowhere");
    expect([clicks(), tapped]).toEqual([["k", "r0"], [[["nowhere"], "nowhere"]]]);
  });

  it("goes nowhere by itself once it was put back", () => {
    glass.slide("b");
    play.steps = lifted(choices, play.steps);
    glass.forget();
    glass.turn(1);
    expect(clicks()).toEqual(["k", "r1"]);
  });
});

import { describe, expect, it } from "vitest";
import type { Choices, Node, Piece } from "../net/wire";
import { USUAL } from "../net/wire.generated";
import { Carry, portable, under, type Carried } from "./carry.svelte";
import type { Spot } from "./desk";

const node = (click: string, action: number, next: number[] = []): Node => ({ ...USUAL.Node, click, action, next });
const spot = (id: string, x: number, panel: string | null = null): Spot =>
  ({ id, x, y: 0, w: 10, h: 10, shape: "circle", label: { key: id }, panel }) as Spot;
const choices: Choices = {
  ...USUAL.Choices,
  seat: 0,
  keys: ["k"],
  roots: [0, 2, 4],
  nodes: [node("pawn", -1, [1]), node("p1", 3), node("card", -1, [3]), node("tray", 4), node("doll", 5)],
};
const piece = (id: string, place: string): Piece => ({ ...USUAL.Piece, id, sprite: "x", place, label: { key: id } });
const at = new Map(
  [spot("home", 0), spot("p1", 100), spot("p2", 120), spot("tray", 101, "t"), spot("deal", 50)].map((each) => [
    each.id,
    each,
  ]),
);
const look = (more: Partial<Carried> = {}): Carried => ({
  choices,
  steps: [],
  pending: false,
  near: new Set(["pawn"]),
  spots: at,
  on: new Map([
    ["home", [piece("doll", "home"), piece("pawn", "home")]],
    ["deal", [piece("card", "deal")]],
  ]),
  pixel: 1,
  loose: true,
  lies: null,
  goals: more.near ?? new Set(),
  ...more,
});
/** A hand over a board that reports this; the test records what it does. */
const hand = (
  now: () => Carried,
  known: () => Promise<void> = () => Promise.resolve(),
): { carry: Carry; done: string[] } => {
  const done: string[] = [];
  const find = ({ x }: { x: number }): Spot | undefined => [...at.values()].find((each) => Math.abs(each.x - x) < 5);
  return {
    done,
    carry: new Carry(now, {
      tap: (ids) => void done.push(ids.join("+")),
      back: () => void done.push("back"),
      known,
      find,
      slid: (place) => void done.push(`slid ${place}`),
    }),
  };
};
const press = (more: object = {}): PointerEvent => ({ pointerId: 1, button: 0, ...more }) as PointerEvent;

describe("carrying", () => {
  it("drops what is released off the board and ignores an empty hand", () => {
    const { carry, done } = hand(() => look());
    carry.down(press(), "home", { x: 0, y: 0 });
    carry.release(press({ pointerId: 2 }));
    expect(carry.drag?.id).toBe("pawn");
    carry.release(press());
    expect(carry.drag).toBeNull();
    carry.down(press(), "home", { x: 0, y: 0 });
    expect(carry.move(press({ buttons: 0 }), { x: 30, y: 0 })).toBe(false);
    expect([carry.drag, done]).toEqual([null, []]);
    carry.down(press(), "home", { x: 0, y: 0 });
    carry.down(press(), "home", { x: 1, y: 0 });
    expect(carry.drag?.from.x, "the same pointer begins anew").toBe(1);
  });

  it("is for what goes somewhere on the board", () => {
    expect(portable(look(), "home")?.id).toBe("pawn");
    expect(portable(look(), "deal")).toBeUndefined();
    expect(portable(look({ pending: true }), "home")).toBeUndefined();
    expect(portable(look({ choices: null }), "home")).toBeUndefined();
    expect(
      portable(
        look({ choices: { ...choices, more: true, nodes: choices.nodes.map((each) => ({ ...each, next: [] })) } }),
        "deal",
      )?.id,
    ).toBe("card");
  });

  it("ends on the nearest place where the piece may lie, if one is near", () => {
    const near = new Set(["p1", "p2", "tray"]);
    expect(under(look({ near }), { x: 102, y: 0 })?.id).toBe("p1");
    expect(under(look({ near }), { x: 114, y: 3 })?.id).toBe("p2");
    expect(under(look({ near }), { x: 20, y: 0 })).toBeUndefined();
  });

  it("is a tap on the piece and one on the place; a finger that stays is none", async () => {
    let now = look();
    const { carry, done } = hand(() => now);
    carry.down(press(), "home", { x: 0, y: 0 });
    expect(carry.move(press(), { x: 3, y: 0 })).toBe(false);
    await carry.up(press());
    expect([done, carry.drag, carry.dropped]).toEqual([[], null, false]);

    carry.down(press(), "home", { x: 0, y: 0 });
    expect(carry.move(press(), { x: 30, y: 0 })).toBe(true);
    now = look({ steps: [{ click: "pawn", nodes: [0] }], near: new Set(["p1"]) });
    carry.move(press(), { x: 99, y: 0 });
    await carry.up(press());
    expect([done, carry.dropped]).toEqual([["pawn", "p1"], true]);

    now = look({
      steps: [
        { click: "pawn", nodes: [0] },
        { click: "p1", nodes: [1] },
      ],
      near: new Set(["p1"]),
    });
    carry.down(press(), "home", { x: 0, y: 0 });
    carry.move(press(), { x: 30, y: 0 });
    expect(done.at(-1)).toBe("back");
    carry.drop();
    expect(carry.drag).toBeNull();
  });

  it("waits for what is still to be told, however long that takes", async () => {
    let [now, tell] = [look(), (): void => undefined];
    const told = new Promise<void>((resolve) => (tell = resolve));
    const { carry, done } = hand(
      () => now,
      () => told,
    );
    carry.down(press(), "home", { x: 0, y: 0 });
    carry.move(press(), { x: 99, y: 0 });
    now = look({ steps: [{ click: "pawn", nodes: [0] }], near: new Set() });
    const up = carry.up(press());
    await Promise.resolve();
    expect([done, carry.drag?.id]).toEqual([["pawn"], "pawn"]);
    now = look({ steps: now.steps, near: new Set(["p1"]) });
    tell();
    await up;
    expect([done, carry.drag]).toEqual([["pawn", "p1"], null]);
  });

  /** Carry the pawn from a place to a point, while this is so before it is chosen and that afterwards. */
  async function carried(
    before: Partial<Carried>,
    after: Partial<Carried>,
    from: string,
    x: number,
  ): Promise<string[]> {
    let now = look({ loose: false, ...before });
    const { carry, done } = hand(() => now);
    carry.down(press(), from, { x: at.get(from)!.x, y: 0 });
    const doing = carry.doing.tap;
    carry.doing.tap = (ids, place) => (doing(ids, place), (now = look({ loose: false, ...after })));
    carry.move(press(), { x: 30, y: 30 });
    carry.move(press(), { x, y: 0 });
    await carry.up(press());
    expect(carry.drag).toBeNull();
    return done;
  }
  const pawn = [{ click: "pawn", nodes: [0] }];
  const moved = [...pawn, { click: "p1", nodes: [1] }];

  it("ends exactly where it is let go, with what lies there, and says why it may not", async () => {
    const chosen = { steps: pawn, near: new Set(["p1"]) };
    expect(await carried({}, chosen, "home", 100)).toEqual(["pawn", "p1"]);
    expect(await carried({}, { ...chosen, on: new Map([["p1", [piece("other", "p1")]]]) }, "home", 100)).toEqual([
      "pawn",
      "other+p1",
    ]);
    expect(await carried({}, chosen, "home", 120)).toEqual(["pawn", "p2"]); // beside it is another place
  });

  it("goes back to where it was from nowhere, and is as before", async () => {
    const chosen = { steps: pawn, near: new Set(["p1"]) };
    for (const x of [0, 999]) {
      expect(await carried({}, chosen, "home", x)).toEqual(["pawn", "back"]);
      expect(await carried(chosen, chosen, "home", x)).toEqual([]); // it was chosen before
    }
    expect(await carried({ steps: moved, near: new Set() }, chosen, "home", 999)).toEqual(["back", "p1"]);
  });

  it("does nothing where the tap on the piece chose something else or was refused", async () => {
    expect(
      await carried(
        { steps: [{ click: "card", nodes: [2] }], near: new Set() },
        { steps: [{ click: "card", nodes: [2] }], near: new Set(["p1"]) },
        "home",
        100,
      ),
    ).toEqual(["pawn"]);
  });

  it("slides the pattern of a card, and puts the card back beside the board", async () => {
    const lays: Choices = {
      ...choices,
      roots: [0],
      nodes: [node("pawn", -1, [1]), { ...node("turn", -1, [2]), overlay: 0 }, node("p1", 3)],
    };
    const turned = [...pawn, { click: "turn", nodes: [1] }];
    expect(await carried({ choices: lays }, { choices: lays, steps: turned, lies: "p2" }, "home", 120)).toEqual([
      "pawn",
      "slid p2",
    ]);
    expect(await carried({ choices: lays }, { choices: lays, steps: turned, lies: "" }, "home", 999)).toEqual([
      "pawn",
      "back",
    ]);
  });
});

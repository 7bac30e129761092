import { describe, expect, it, vi } from "vitest";
import type { Choices, Node, Piece } from "../net/wire";
import { USUAL } from "../net/wire.generated";
import { Carry, portable, under, type Carried } from "./carry.svelte";
import type { Spot } from "./tableLayout";

const node = (click: string, action: number, next: number[] = []): Node => ({ ...USUAL.Node, click, action, next });
const spot = (id: string, x: number, panel: string | null = null): Spot => ({ id, x, y: 0, w: 10, h: 10, shape: "circle", label: { key: id }, panel }) as Spot;
const choices: Choices = { ...USUAL.Choices, seat: 0, keys: ["k"], roots: [0, 2, 4], nodes: [node("pawn", -1, [1]), node("p1", 3), node("card", -1, [3]), node("tray", 4), node("doll", 5)] };
const piece = (id: string, place: string): Piece => ({ ...USUAL.Piece, id, sprite: "x", place, label: { key: id } });
const at = new Map([spot("home", 0), spot("p1", 100), spot("p2", 120), spot("tray", 101, "t"), spot("deal", 50)].map((each) => [each.id, each]));
const look = (more: Partial<Carried> = {}): Carried => ({
  choices,
  steps: [],
  pending: false,
  near: new Set(["pawn"]),
  spots: at,
  on: new Map([["home", [piece("doll", "home"), piece("pawn", "home")]], ["deal", [piece("card", "deal")]]]),
  pixel: 1,
  ...more,
});
const press = (more: object = {}): PointerEvent => ({ pointerId: 1, button: 0, ...more }) as PointerEvent;

describe("carrying", () => {
  it("is for what goes somewhere on the board", () => {
    expect(portable(look(), "home")?.id).toBe("pawn");
    expect(portable(look(), "deal")).toBeUndefined();
    expect(portable(look({ pending: true }), "home")).toBeUndefined();
    expect(portable(look({ choices: null }), "home")).toBeUndefined();
    expect(portable(look({ choices: { ...choices, more: true, nodes: choices.nodes.map((each) => ({ ...each, next: [] })) } }), "deal")?.id).toBe("card");
  });

  it("ends on the nearest place where the piece may lie, if one is near", () => {
    const near = new Set(["p1", "p2", "tray"]);
    expect(under(look({ near }), { x: 102, y: 0 })?.id).toBe("p1");
    expect(under(look({ near }), { x: 114, y: 3 })?.id).toBe("p2");
    expect(under(look({ near }), { x: 20, y: 0 })).toBeUndefined();
  });

  it("is a tap on the piece and one on the place; a finger that stays is none", async () => {
    let now = look();
    const [taps, back] = [vi.fn(), vi.fn()];
    const carry = new Carry(() => now, (ids) => taps(ids[0]), back, () => Promise.resolve());
    carry.down(press(), "home", { x: 0, y: 0 });
    expect(carry.move(press(), { x: 3, y: 0 })).toBe(false);
    await carry.up(press());
    expect([taps.mock.calls, carry.drag, carry.dropped]).toEqual([[], null, false]);

    carry.down(press(), "home", { x: 0, y: 0 });
    expect(carry.move(press(), { x: 30, y: 0 })).toBe(true);
    now = look({ steps: [{ click: "pawn", nodes: [0] }], near: new Set(["p1"]) });
    carry.move(press(), { x: 99, y: 0 });
    await carry.up(press());
    expect([taps.mock.calls, carry.dropped]).toEqual([[["pawn"], ["p1"]], true]);

    now = look({ steps: [{ click: "pawn", nodes: [0] }, { click: "p1", nodes: [1] }], near: new Set(["p1"]) });
    carry.down(press(), "home", { x: 0, y: 0 });
    carry.move(press(), { x: 30, y: 0 });
    expect(back).toHaveBeenCalledOnce();
    carry.drop();
    expect(carry.drag).toBeNull();
  });

  it("waits for what is still to be told, however long that takes", async () => {
    let [now, tell] = [look(), (): void => undefined];
    const told = new Promise<void>((resolve) => (tell = resolve));
    const taps = vi.fn();
    const carry = new Carry(() => now, (ids) => taps(ids[0]), vi.fn(), () => told);
    carry.down(press(), "home", { x: 0, y: 0 });
    carry.move(press(), { x: 99, y: 0 });
    now = look({ steps: [{ click: "pawn", nodes: [0] }], near: new Set() });
    const up = carry.up(press());
    await Promise.resolve();
    expect([taps.mock.calls, carry.drag?.id]).toEqual([[["pawn"]], "pawn"]);
    now = { ...now, near: new Set(["p1"]) };
    tell();
    await up;
    expect([taps.mock.calls, carry.drag]).toEqual([[["pawn"], ["p1"]], null]);
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import type { Link } from "../net/link.svelte";
import type { Choices, Scene, TableFacts } from "../net/wire";
import { USUAL } from "../net/wire.generated";
import { calm, guided, inHurry, PLAIN, type Manner } from "./manner";

/** A table where a game has ended, with so many lines in the count of each player. */
function ended(...counts: number[]): Link {
  const table = {
    phase: "over",
    quits: [],
    chairs: counts.map((_, seat) => ({ seat })),
    outcome: { ranks: counts },
  } as unknown as TableFacts;
  const scene = {
    standings: counts.map((n, seat) => ({ seat, lines: Array.from({ length: n }, () => ({})) })),
  } as unknown as Scene;
  return { table, scene } as Link;
}

const shaken: string[] = [];
const page = { refused: (place: string) => void shaken.push(place), answered: vi.fn() };
const call = { ...USUAL.Button, id: "call", label: { key: "call" }, loud: true };
const choices: Choices = { ...USUAL.Choices, seat: 0, keys: [], roots: [], nodes: [], buttons: [call] };
const clicked = (...clicks: string[]) => clicks.map((click) => ({ click, nodes: [] }));

afterEach(() => vi.unstubAllGlobals());

describe("a table in peace", () => {
  it("lets what happened be looked at, less long for who wants little movement", () => {
    expect(calm(ended(), page).beat()).toBe(1400);
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    expect(calm(ended(), page).beat()).toBe(600);
  });

  it("shows the card at the end for longer where more than one thing is counted on it", () => {
    expect(calm(ended(0, 0), page).finale()).toEqual({ last: 1400, card: 4000 });
    expect(calm(ended(1, 1), page).finale()).toEqual({ last: 1400, card: 4000 });
    expect(calm(ended(2, 3), page).finale()).toEqual({ last: 1400, card: 4000 + 3 * 900 });
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    expect(calm(ended(2, 3), page).finale()).toEqual({ last: 500, card: 2400 + 3 * 400 });
  });

  it("does nothing at once, and tells every refusal", () => {
    const manner = calm(ended(), page);
    expect([manner.hurried, manner.atOnce(choices, clicked("call")), manner.hushes({ key: "error.stale" })]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("a game of speed", () => {
  const send = vi.fn<Manner["send"]>();
  const hurried = (): Manner => inHurry(calm(ended(2), page), send);

  it("does a call at once, and one click alone unless it was asked for in peace", () => {
    const { atOnce } = hurried();
    expect(atOnce(choices, clicked("pawn"))).toBe(true);
    expect(atOnce(choices, clicked("pawn", "there"))).toBe(false);
    expect(atOnce({ ...choices, asked: true }, clicked("pawn"))).toBe(false);
    expect(atOnce({ ...choices, asked: true }, clicked("call", "fox"))).toBe(true);
  });

  it("hushes that the table was further on, and nothing else", () => {
    const { hushes } = hurried();
    expect(["error.stale", "error.not_your_turn", "error.illegal"].map((key) => hushes({ key }))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("neither waits nor moves the focus, but shakes refused pieces and ends as usual", () => {
    const manner = hurried();
    expect([manner.hurried, manner.beat(), manner.finale().card]).toEqual([true, 0, 4000 + 2 * 900]);
    manner.refused("a1");
    manner.answered();
    expect([shaken, page.answered.mock.calls]).toEqual([["a1"], []]);
  });

  it("sends by its races", () => {
    expect(hurried().send).toBe(send);
  });
});

describe("a guided first game", () => {
  it("is played in peace, also where the game is not, and has no end of its own to tell", () => {
    const manner = guided(true, page.refused);
    expect([manner.hurried, manner.beat(), manner.finale().card]).toEqual([false, 0, 0]);
    expect([manner.moved === PLAIN.moved, guided(false, page.refused).moved === PLAIN.moved]).toEqual([true, false]);
  });
});

it("sends an action as a command where nothing else is said", () => {
  const command = vi.fn();
  void PLAIN.send({ command } as unknown as Link, choices, { seat: 0, action: 7, node: 2 }, ["a1"]);
  expect(command).toHaveBeenCalledWith({ kind: "act", seat: 0, action: 7, path: ["a1"] });
});

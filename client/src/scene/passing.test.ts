import { describe, expect, it } from "vitest";
import { USUAL } from "../net/wire.generated";
import type { Layout, Panel } from "../net/wire";
import { cleared, MOST, shownOf, withPassing } from "./passing";

const place = (id: string, x: number, y: number) => ({
  ...USUAL.Place,
  id,
  x,
  y,
  w: 100,
  h: 100,
  label: { key: id },
  shape: "rect" as const,
});
const layout = {
  width: 600,
  height: 600,
  places: [place("a1", 50, 50), place("a2", 150, 50), place("a3", 250, 50)],
} as unknown as Layout;
const hand = (seat: number, count: number): Panel => ({
  ...USUAL.Panel,
  id: `hand.${seat}`,
  kind: "hand",
  title: { key: "hand" },
  lines: [],
  seat,
  passing: true,
  places: Array.from({ length: count }, (_, i) => place(`hand.${seat}.${i}`, 0, 0)),
});

describe("a tray that soon goes away", () => {
  it("belongs to the seat at this screen or else the active one, while it holds something", () => {
    const panels = [hand(0, 1), hand(1, 1)];
    const all = new Set(["hand.0.0", "hand.1.0"]);
    expect(shownOf(panels, 0, [1], all)?.seat).toBe(0);
    expect(shownOf(panels, -1, [1], all)?.seat).toBe(1);
    expect(shownOf(panels, 0, [1], new Set(["hand.1.0"]))?.seat).toBe(1);
    expect(shownOf(panels, 0, [0], new Set())).toBeNull();
    expect(shownOf([{ ...hand(0, 1), passing: false }], 0, [0], all)).toBeNull();
  });

  it.each([
    [1, 300, 400, "beneath"],
    [2, 300, 400, "beneath"],
    [2, 400, 300, "beside"],
    [4, 500, 300, "beside"],
  ])("with %i heaps on %i × %i lies %s the board, which keeps its size", (count, width, height, where) => {
    const found = withPassing(layout, hand(0, count), [width, height], "À poser : les rouges");
    const scale = Math.min(width / found.width, height / found.height);
    expect(scale).toBeCloseTo(0.5, 6);
    const spots = [...found.spots.values()].filter(({ panel }) => panel !== null);
    expect(spots.length).toBe(count);
    for (const { x, y, w, h } of spots) {
      if (where === "beside") expect(x - w / 2).toBeGreaterThanOrEqual(600);
      else expect(y - h / 2).toBeGreaterThanOrEqual(600);
      expect([x - w / 2, y - h / 2].every((edge) => edge >= 0)).toBe(true);
      expect(x + w / 2).toBeLessThanOrEqual(found.width);
      expect(y + h / 2).toBeLessThanOrEqual(found.height);
      expect(w * scale).toBeGreaterThan(44 - 1e-6);
    }
    expect(found.trays[0]!.w * scale).toBeGreaterThanOrEqual(MOST - 1e-6);
  });

  it("takes a little of the board if there is no room, and restores it", () => {
    const found = withPassing(layout, hand(0, 1), [300, 310], "");
    expect(found.height).toBeGreaterThan(600 * 1.09);
    const left = cleared(found);
    expect([left.width, left.height, left.trays.length, left.spots.size]).toEqual([found.width, found.height, 0, 3]);
  });
});

import { describe, expect, it } from "vitest";
import type { Fold, Layout } from "../net/wire";
import { between, bestFold, folded, line, quarterFold, remembered } from "./folding";

const label = { key: "x" };
/** Four places in a row, 10 apart; the two at the right lie beneath the others when folded, and run back. */
const layout = { id: "row", width: 40, height: 10, label, text_board: [], trays: "either", turns: true, unit: 10, folds: [], places: [0, 1, 2, 3].map((n) => ({ id: `p${n}`, x: 5 + 10 * n, y: 5, w: 8, h: 6, label, shape: "rect", column: -1, row: -1, sign: ".", side: "", name: "" })) } as unknown as Layout;
const fold: Fold = {
  width: 25,
  height: 22,
  parts: [
    { x: 0, y: 0, w: 20, h: 10, from_x: 5, from_y: 5, to_x: 5, to_y: 5, quarters: 0 },
    { x: 20, y: 0, w: 20, h: 10, from_x: 25, from_y: 5, to_x: 15, to_y: 17, quarters: 2 },
  ],
  links: [{ start: 0, end: 1, points: [[20, 5], [24, 11], [20, 17]] }],
};
const at = (one: Layout): number[][] => one.places.map(({ x, y, w, h }) => [x, y, w, h]);

describe("a folded board", () => {
  it("moves and turns each place with its part", () => {
    expect(at(folded(layout, fold))).toEqual([[5, 5, 8, 6], [15, 5, 8, 6], [15, 17, 8, 6], [5, 17, 8, 6]]);
    expect(folded(layout, fold).places.map((place) => (place as { part?: number }).part)).toEqual([0, 0, 1, 1]);
    expect([folded(layout, fold).width, folded(layout, fold).height]).toEqual([25, 22]);
  });

  it("turns to the left by a quarter with its links", () => {
    const turned = quarterFold(fold);
    expect(at(folded(layout, turned))).toEqual([[5, 20, 6, 8], [5, 10, 6, 8], [17, 10, 6, 8], [17, 20, 6, 8]]);
    expect(turned.links[0]!.points).toEqual([[5, 5], [11, 1], [17, 5]]);
    expect(at(folded(layout, quarterFold(quarterFold(quarterFold(quarterFold(fold))))))).toEqual(at(folded(layout, fold)));
  });

  it("leads a way from part to part along a link, there and back", () => {
    const [, one, two, far] = folded(layout, fold).places;
    expect(between(one!, two!, fold.links, 10)).toEqual([{ x: 20, y: 5 }, { x: 24, y: 11 }, { x: 20, y: 17 }]);
    expect(between(two!, one!, fold.links, 10)).toEqual([{ x: 20, y: 17 }, { x: 24, y: 11 }, { x: 20, y: 5 }]);
    expect(line([one!, two!, far!], fold.links, 10)).toBe("15,5 20,5 24,11 20,17 15,17 5,17");
  });

  it("takes no link within a part, nor for a leap over the board", () => {
    const [start, one, two] = folded(layout, fold).places;
    expect(between(start!, one!, fold.links, 10)).toEqual([]);
    expect(between(start!, two!, fold.links, 5)).toEqual([]);
    expect(between({ x: 0, y: 0 }, two!, fold.links, 10)).toEqual([]);
  });
});

describe("which fold is taken", () => {
  const folds = { ...layout, folds: [fold] };
  const fit = (w: number, h: number) => (one: Layout): number => Math.min(w / one.width, h / one.height);

  it("is none where places are as wide as fingers, or would hardly be wider", () => {
    expect(bestFold(folds, folds, 10, fit(200, 200))).toBeNull();
    expect(bestFold(folds, folds, 10, fit(120, 30))).toBeNull();
    expect(bestFold(layout, layout, 10, fit(100, 100))).toBeNull();
  });

  it("is the one with the largest places, turned where that is better", () => {
    expect(bestFold(folds, folds, 10, fit(100, 88))).toEqual(fold);
    expect(bestFold(folds, folds, 10, fit(66, 100))).toEqual(quarterFold(fold));
  });
});

describe("how a board lies", () => {
  it("is decided once for a screen, and anew for another", () => {
    expect(remembered("small", () => 1)).toBe(1);
    expect(remembered("small", () => 2)).toBe(1);
    expect(remembered("large", () => 2)).toBe(2);
  });
});

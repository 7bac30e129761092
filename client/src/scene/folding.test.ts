import { describe, expect, it } from "vitest";
import type { Fold, Layout } from "../net/wire";
import { between, bestFold, folded, heading, line, quarterFold, remembering, sides } from "./folding";
import { quarter } from "./desk";
import { gaps } from "./gaps";

const label = { key: "x" };
/** Four places in a row, 10 apart; the two at the right lie beneath the others when folded, and run back. */
const layout = {
  id: "row",
  width: 40,
  height: 10,
  label,
  text_board: [],
  trays: "either",
  turns: true,
  unit: 10,
  folds: [],
  captions: [],
  places: [0, 1, 2, 3].map((n) => ({
    id: `p${n}`,
    x: 5 + 10 * n,
    y: 5,
    w: 8,
    h: 6,
    label,
    shape: "rect",
    column: -1,
    row: -1,
    sign: ".",
    side: "",
    name: "",
  })),
} as unknown as Layout;
const fold: Fold = {
  width: 25,
  height: 22,
  parts: [
    { x: 0, y: 0, w: 20, h: 10, from_x: 5, from_y: 5, to_x: 5, to_y: 5, quarters: 0 },
    { x: 20, y: 0, w: 20, h: 10, from_x: 25, from_y: 5, to_x: 15, to_y: 17, quarters: 2 },
  ],
  links: [
    {
      start: 0,
      end: 1,
      points: [
        [20, 5],
        [24, 11],
        [20, 17],
      ],
    },
  ],
};
const at = (one: Layout): number[][] => one.places.map(({ x, y, w, h }) => [x, y, w, h]);

describe("a folded board", () => {
  it("moves and turns each place with its part", () => {
    expect(at(folded(layout, fold))).toEqual([
      [5, 5, 8, 6],
      [15, 5, 8, 6],
      [15, 17, 8, 6],
      [5, 17, 8, 6],
    ]);
    expect(folded(layout, fold).places.map((place) => (place as { part?: number }).part)).toEqual([0, 0, 1, 1]);
    expect([folded(layout, fold).width, folded(layout, fold).height]).toEqual([25, 22]);
  });

  it("turns to the left by a quarter with its links", () => {
    const turned = quarterFold(fold);
    expect(at(folded(layout, turned))).toEqual([
      [5, 20, 6, 8],
      [5, 10, 6, 8],
      [17, 10, 6, 8],
      [17, 20, 6, 8],
    ]);
    expect(turned.links[0]!.points).toEqual([
      [5, 5],
      [11, 1],
      [17, 5],
    ]);
    expect(at(folded(layout, quarterFold(quarterFold(quarterFold(quarterFold(fold))))))).toEqual(
      at(folded(layout, fold)),
    );
  });

  it("leads a way from part to part along a link, there and back", () => {
    const [, one, two, far] = folded(layout, fold).places;
    expect(between(one!, two!, fold.links, 10)).toEqual([
      { x: 20, y: 5 },
      { x: 24, y: 11 },
      { x: 20, y: 17 },
    ]);
    expect(between(two!, one!, fold.links, 10)).toEqual([
      { x: 20, y: 17 },
      { x: 24, y: 11 },
      { x: 20, y: 5 },
    ]);
    expect(line([one!, two!, far!], fold.links, 10)).toBe("15,5 20,5 24,11 20,17 15,17 5,17");
  });

  it("takes no link within a part, nor for a leap over the board", () => {
    const [start, one, two] = folded(layout, fold).places;
    expect(between(start!, one!, fold.links, 10)).toEqual([]);
    expect(between(start!, two!, fold.links, 5)).toEqual([]);
    expect(between({ x: 0, y: 0 }, two!, fold.links, 10)).toEqual([]);
  });
});

describe("the roads that links make", () => {
  const lane = (y: number) => ({
    start: 0,
    end: 1,
    points: [
      [0, y],
      [10, y],
      [20, y],
    ] as [number, number][],
  });

  it("reach half a lane beyond the outer lanes, with a line between each two", () => {
    const flat = (y: number): number[][] => [
      [0, y],
      [10, y],
      [20, y],
    ];
    expect(sides([lane(0), lane(4), lane(8)])).toEqual([
      { left: flat(-2), right: flat(10), between: [flat(2), flat(6)] },
    ]);
  });

  it("tell one road from another, and a single lane is its own two sides", () => {
    const found = sides([lane(0), { ...lane(4), end: 2 }]);
    expect(found.map(({ between }) => between)).toEqual([[], []]);
    expect(found[0]!.left).toEqual(found[0]!.right);
  });

  it("show their direction along the way, not at its ends", () => {
    const bent = {
      start: 0,
      end: 1,
      points: [
        [0, 0],
        [20, 0],
        [20, 20],
      ] as [number, number][],
    };
    expect(heading(bent, 10)).toEqual([
      { x: 10, y: 0, turn: 0 },
      { x: 20, y: 0, turn: 0 },
      { x: 20, y: 10, turn: 90 },
    ]);
    expect(heading(lane(0), 100)).toEqual([{ x: 10, y: 0, turn: 0 }]);
  });
});

describe("which fold is taken", () => {
  const folds = { ...layout, folds: [fold] };
  const fit =
    (w: number, h: number) =>
    (one: Layout): number =>
      Math.min(w / one.width, h / one.height);

  it("is none where places would hardly be wider", () => {
    expect(bestFold(folds, folds, 10, fit(120, 30))).toBeNull();
    expect(bestFold(layout, layout, 10, fit(100, 100))).toBeNull();
  });

  it("has the largest places on any screen, turned if that is better", () => {
    expect(bestFold(folds, folds, 10, fit(100, 88))).toEqual(fold);
    expect(bestFold(folds, folds, 10, fit(66, 100))).toEqual(quarterFold(fold));
    expect(bestFold(folds, folds, 10, fit(400, 352))).toEqual(fold);
  });

  it("has fewer turns unless its places get clearly smaller or too narrow to touch", () => {
    const scales = new Map([
      [25, 3.2],
      [30, 3],
      [40, 2.5],
    ]);
    const simple = { ...fold, width: 30 };
    const twice = { ...fold, links: [...fold.links, { ...fold.links[0]!, start: 1, end: 0 }] };
    const both = { ...layout, folds: [simple, twice] };
    const scale =
      (share: number) =>
      (one: Layout): number =>
        one.width === 22 ? 0 : scales.get(one.width)! * share;
    expect(bestFold(both, both, 10, scale(1))).toEqual(simple);
    scales.set(25, 4);
    expect(bestFold(both, both, 10, scale(1))).toEqual(twice);
    scales.set(25, 3.2);
    expect(bestFold(both, both, 10, scale(0.77))).toEqual(twice);
  });
});

describe("the words beside a board", () => {
  it("stand where their part stands, and turn with it", () => {
    const caption = { text: label, x: 40, y: 5, out_x: 1, out_y: 0, size: 3 };
    const [moved] = folded({ ...layout, captions: [caption] }, fold).captions;
    expect([moved!.x, moved!.y, Math.abs(moved!.out_y), moved!.out_x]).toEqual([0, 17, 0, -1]);
    const [turned] = quarter({ ...layout, captions: [caption] }).captions;
    expect([turned!.x, turned!.y, turned!.out_x, turned!.out_y]).toEqual([5, 0, 0, -1]);
  });

  it("lie nowhere that trays may lie, and neither do roads", () => {
    const bare = { width: 100, height: 100, places: [{ ...layout.places[0]!, x: 10, y: 10 }] };
    const isFree = (board: Parameters<typeof gaps>[0], at: number): boolean =>
      gaps(board, 0, 0, 10).some(({ x, y, w, h }) => x < 90 && 90 < x + w && y < at && at < y + h);
    expect([isFree(bare, 90), isFree(bare, 97)]).toEqual([true, true]);
    expect(isFree({ ...bare, links: [{ start: 0, end: 1, points: [[90, 90]] }] }, 90)).toBe(false);
    const word = { text: label, x: 90, y: 90, out_x: 0, out_y: 1, size: 10 };
    expect(isFree({ ...bare, captions: [word] }, 97), "a word stands beside its place").toBe(false);
  });
});

describe("how a board lies", () => {
  it("is decided once for a screen, and anew for another", () => {
    const remembered = remembering<number>();
    expect(remembered("small", () => 1)).toBe(1);
    expect(remembered("small", () => 2)).toBe(1);
    expect(remembered("large", () => 2)).toBe(2);
    expect(remembering<number>()("small", () => 3)).toBe(3);
  });
});

import { describe, expect, it } from "vitest";
import { USUAL } from "../net/wire.generated";
import { gaps, pack, within, without } from "./gaps";

const whole = { x: 0, y: 0, w: 100, h: 100 };
const place = (x: number, y: number, w = 10) => ({
  ...USUAL.Place,
  id: `${x},${y}`,
  x,
  y,
  w,
  h: w,
  label: { key: "x" },
});

describe("the room that a board leaves", () => {
  it("is each of the largest rectangles beside, above and beneath what lies there", () => {
    expect(without([whole], { x: 40, y: 40, w: 20, h: 20 }, 1)).toEqual([
      { x: 0, y: 0, w: 40, h: 100 },
      { x: 60, y: 0, w: 40, h: 100 },
      { x: 0, y: 0, w: 100, h: 40 },
      { x: 0, y: 60, w: 100, h: 40 },
    ]);
    expect(without([whole], { x: 5, y: 0, w: 95, h: 90 }, 8), "none that is too narrow").toEqual([
      { x: 0, y: 90, w: 100, h: 10 },
    ]);
    expect(without([whole], { x: 200, y: 0, w: 10, h: 10 }, 1)).toEqual([whole]);
    expect(without([whole, { x: 0, y: 50, w: 100, h: 50 }], { x: 0, y: 0, w: 100, h: 50 }, 1), "each once").toEqual([
      { x: 0, y: 50, w: 100, h: 50 },
    ]);
  });

  it("lies between, beside and below places, with a margin and off the roads", () => {
    const board = { width: 50, height: 50, places: [place(5, 5), place(45, 45)] };
    const free = gaps(board, 20, 2, 5);
    expect(free).toContainEqual({ x: 12, y: 0, w: 26, h: 70 });
    expect(free).toContainEqual({ x: -20, y: 12, w: 58, h: 58 });
    const road = gaps(
      {
        ...board,
        links: [
          {
            start: 0,
            end: 1,
            points: [
              [5, 5],
              [25, 25],
              [45, 45],
            ],
          },
        ],
      },
      20,
      2,
      10,
    );
    for (const { x, y, w, h } of road)
      for (const [at, down] of [
        [5, 5],
        [45, 45],
      ] as const)
        expect(at < x || at > x + w || down < y || down > y + h).toBe(true);
    expect(within(free, { x: 0, y: 0, w: 20, h: 50 }, 10)).not.toContainEqual({ x: 12, y: 0, w: 8, h: 50 });
    for (const { x, y, w, h } of within(free, { x: 0, y: 0, w: 50, h: 50 }, 5))
      expect([x >= 0, y >= 0, x + w <= 50, y + h <= 50]).toEqual([true, true, true, true]);
  });

  it("is filled by each thing in a shape that fits, none too near to another", () => {
    const free = without([whole], { x: 30, y: 30, w: 70, h: 70 }, 1);
    const found = pack(
      free,
      [
        [
          { w: 60, h: 10 },
          { w: 10, h: 60 },
        ],
        [
          { w: 28, h: 28 },
          { w: 90, h: 5 },
        ],
        [{ w: 25, h: 25 }],
      ],
      4,
    )!;
    expect(found).toHaveLength(3);
    const boxes = found.map(({ shape, x, y }) => ({ x, y, ...shape }));
    for (const one of boxes) {
      expect(
        free.some(({ x, y, w, h }) => one.x >= x && one.y >= y && one.x + one.w <= x + w && one.y + one.h <= y + h),
      ).toBe(true);
      for (const other of boxes)
        if (other !== one)
          expect(
            Math.max(
              one.x - other.x - other.w,
              other.x - one.x - one.w,
              one.y - other.y - other.h,
              other.y - one.y - one.h,
            ),
          ).toBeGreaterThanOrEqual(4);
    }
    expect(pack(free, [[{ w: 31, h: 31 }]], 4)).toBeNull();
    expect(pack(free, [], 4)).toEqual([]);
  });
});

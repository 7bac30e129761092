import { describe, expect, it } from "vitest";
import type { Layout, Piece, Token } from "../net/wire";
import { lay, middle, nearest } from "./overlay";
import { USUAL } from "../net/wire.generated";

const layout: Layout = {
  ...USUAL.Layout,
  id: "l",
  width: 30,
  height: 30,
  label: { key: "board" },
  places: [0, 1, 2].flatMap((x) =>
    [0, 1, 2].map((y) => ({
      ...USUAL.Place,
      id: `${"abc"[x]}${3 - y}`,
      x: 5 + 10 * x,
      y: 5 + 10 * y,
      w: 10,
      h: 10,
      label: { key: "cell" },
      shape: "rect",
    })),
  ),
};
const token = (label: string): Token => ({
  sprite: label,
  dx: 0,
  dy: 0,
  size: 0.3,
  label: { key: label },
  tint: "none",
});
const piece = (id: string, place: string, label: string): Piece => ({
  ...USUAL.Piece,
  id,
  sprite: label,
  place,
  label: { key: label },
});
const place = (id: string) => layout.places.find((each) => each.id === id)!;

describe("a pattern over the board", () => {
  const pattern = [token("leaf"), token("wave"), token("leaf")];
  const overlay = {
    offsets: [
      [0, 0],
      [10, 0],
      [20, -10],
    ] as [number, number][],
  };

  it("tells of each token what lies beneath it", () => {
    const pieces = new Map([
      ["a2", piece("p", "a2", "leaf")],
      ["b2", piece("q", "b2", "leaf")],
    ]);
    const tokens = lay(layout, pattern, overlay, place("a2"), pieces);
    expect(tokens.map(({ on, is }) => [on?.id, is])).toEqual([
      ["a2", "match"],
      ["b2", "clash"],
      ["c3", "free"],
    ]);
    expect(tokens.map(({ x, y }) => [x, y])).toEqual([
      [5, 15],
      [15, 15],
      [25, 5],
    ]);
  });

  it("clashes where it is off the board", () => {
    expect(lay(layout, pattern, overlay, place("b3"), new Map()).map(({ on, is }) => [on?.id, is])).toEqual([
      ["b3", "free"],
      ["c3", "free"],
      [undefined, "clash"],
    ]);
  });

  it("snaps to a place wished for that is near, else to the nearest", () => {
    expect(nearest(layout, 9, 5, new Set(["b3"]))?.id).toBe("b3");
    expect(nearest(layout, 6, 5, new Set(["b3"]))?.id).toBe("a3");
    expect(nearest(layout, 9, 5, new Set())?.id).toBe("a3");
  });

  it("appears in the middle of the board, or where it may lie nearest to that", () => {
    expect(middle(layout, new Set())?.id).toBe("b2");
    expect(middle(layout, new Set(["a1", "b1"]))?.id).toBe("b1");
    expect(middle(layout, new Set(["turn.1"]))?.id).toBe("b2");
  });
});

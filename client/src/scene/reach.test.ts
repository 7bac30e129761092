import { describe, expect, it } from "vitest";
import { USUAL } from "../net/wire.generated";
import { hand, layout, place } from "../testing/boards";
import { type Spot } from "./desk";
import { beneath, covered, meant, neighbour } from "./reach";
import { arrange } from "./trays";

describe("what a finger or a key means", () => {
  const { spots } = arrange(layout, []);
  const spot = (id: string): Spot => spots.get(id)!;
  /** Cells are 10 wide: `pixel` 0.25 makes them 40 px, 0.5 makes them 20 px. */
  const touch = (x: number, y: number, can: string[], pixel = 0.25): string =>
    meant(spots, spot("a1"), x, y, new Set(can), pixel).id;

  it("takes the nearest of those that lie more ahead than aside, else of the others", () => {
    const at = (id: string, x: number, y: number, w = 10): Spot => ({
      ...USUAL.Place,
      id,
      x,
      y,
      w,
      h: w,
      label: { key: id },
      shape: "circle",
      panel: null,
    });
    const all = [at("here", 0, 0), at("aside", 20, 30), at("ahead", 60, -50), at("far", 90, 0)];
    expect(neighbour(all, all[0]!, "right")?.id).toBe("ahead");
    expect(neighbour(all.slice(0, 2), all[0]!, "right")?.id).toBe("aside");
  });

  it("knows the large places on which small ones lie", () => {
    const at = (id: string, x: number, w: number, panel: string | null = null): Spot => ({
      ...USUAL.Place,
      id,
      x,
      y: 0,
      w,
      h: w,
      label: { key: id },
      shape: "rect",
      panel,
    });
    const large = at("large", 0, 100);
    expect(covered(large, [large, at("on", 30, 20)])).toBe(true);
    expect(covered(large, [at("beside", 70, 20), at("above", 0, 20, "hand")])).toBe(false);
  });

  it("finds beneath a small place the one that is wanted, else the first", () => {
    const at = (id: string, w: number): Spot => ({
      ...USUAL.Place,
      id,
      x: 0,
      y: 0,
      w,
      h: w,
      label: { key: id },
      shape: "circle",
      panel: null,
    });
    const spots = new Map([at("seen", 78), at("laid", 92), at("pawn", 100)].map((spot) => [spot.id, spot]));
    expect(beneath(spots, spots.get("seen")!)?.id).toBe("laid");
    expect(beneath(spots, spots.get("seen")!, 0, 0, new Set(["pawn"]))?.id).toBe("pawn");
  });

  it("finds neighbours by the arrow keys", () => {
    const { spots } = arrange(layout, [hand(0, 4)]);
    const from = (id: string, direction: "up" | "down" | "left" | "right") =>
      neighbour(spots.values(), spots.get(id)!, direction)?.id ?? null;
    expect(from("a1", "right")).toBe("b1");
    expect(from("b1", "up")).toBe("b2");
    expect(from("a1", "left")).toBeNull();
    expect(from("a1", "down")).toBe("hand.0.0");
    expect(from("hand.0.0", "up")).toBe("a1");
  });

  it("takes a finger well inside a place at its word, whatever may be done beside it", () => {
    for (const pixel of [0.25, 0.5]) {
      expect(touch(5, 15, ["b1", "a2"], pixel)).toBe("a1");
      expect(touch(7, 13, ["b1", "a2"], pixel)).toBe("a1");
      expect(touch(3, 17, ["b1", "a2", "c1"], pixel)).toBe("a1");
    }
  });

  it("lets a finger miss a little at the edge, towards the side where it is", () => {
    expect(touch(9, 15, ["b1"])).toBe("b1");
    expect(touch(5, 10.8, ["b1", "a2"])).toBe("a2");
    expect(touch(9.4, 10.9, ["b1", "a2"])).toBe("b1");
    expect(touch(1, 15, ["b1"])).toBe("a1");
    expect(touch(9.9, 15, ["c1"])).toBe("a1");
  });

  it("lets it miss by some pixels where places are small", () => {
    expect(touch(8.1, 15, ["b1"], 0.25)).toBe("a1");
    expect(touch(8.1, 15, ["b1"], 0.5)).toBe("b1");
    expect(touch(6, 15, ["b1"], 5)).toBe("a1");
  });

  it("makes what is narrower than a finger needs at least 24 px wide", () => {
    const pixel = 10 / 16; // 16 px, as on the narrowest phones
    for (const off of [0, 3.9, 4.4]) expect(touch(10 - off * pixel, 15, ["b1"], pixel)).toBe("b1");
    expect(touch(10 - 5.5 * pixel, 15, ["b1"], pixel)).toBe("a1");
  });

  it("never overrides a meaningful place that is touched", () => {
    expect(touch(9.9, 15, ["a1", "b1"])).toBe("a1");
  });

  it("finds the cell beneath a small place that lies on it", () => {
    const small = arrange(
      { ...layout, places: [...layout.places, { ...place("bath", 7, 14, 4), shape: "circle" }] },
      [],
    ).spots;
    expect(beneath(small, small.get("bath")!)?.id).toBe("a1");
    expect(beneath(small, small.get("bath")!, 9, 9.5)?.id).toBe("a2");
    expect(beneath(small, small.get("a1")!)).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { USUAL } from "../net/wire.generated";
import type { Layout, Panel } from "../net/wire";
import { shownOver, withTray } from "./overBoard";

const place = (id: string, x: number, y: number) => ({ ...USUAL.Place, id, x, y, w: 100, h: 100, label: { key: id }, shape: "rect" as const });
const layout = { width: 600, height: 600, places: [place("a1", 50, 50), place("a2", 150, 50), place("a3", 250, 50)] } as unknown as Layout;
const hand = (seat: number, count: number): Panel => ({
  ...USUAL.Panel,
  id: `hand.${seat}`,
  kind: "hand",
  title: { key: "hand" },
  lines: [],
  seat,
  over: [100, 200, 400, 200],
  places: Array.from({ length: count }, (_, i) => place(`hand.${seat}.${i}`, 0, 0)),
});

describe("a tray over the board", () => {
  it("is that of the seat at this screen, else of who plays, and only while something lies in it", () => {
    const panels = [hand(0, 1), hand(1, 1)];
    const all = new Set(["hand.0.0", "hand.1.0"]);
    expect(shownOver(panels, 0, [1], all)?.seat).toBe(0);
    expect(shownOver(panels, -1, [1], all)?.seat).toBe(1);
    expect(shownOver(panels, 0, [1], new Set(["hand.1.0"]))?.seat).toBe(1);
    expect(shownOver(panels, 0, [0], new Set())).toBeNull();
    expect(shownOver([{ ...hand(0, 1), over: null }], 0, [0], all)).toBeNull();
  });

  it.each([1, 2, 4])("lies in its part of the board with %i heaps, which do not overlap, and changes nothing else", (count) => {
    const desk = { left: 0, width: 600, height: 600, spots: new Map(layout.places.map((each) => [each.id, { ...each, panel: null }])), trays: [] };
    const found = withTray(desk, layout, hand(0, count));
    expect([found.left, found.width, found.height]).toEqual([0, 600, 600]);
    expect(found.spots.get("a1")).toEqual(desk.spots.get("a1"));
    const spots = [...found.spots.values()].filter(({ panel }) => panel !== null);
    expect(spots.length).toBe(count);
    for (const [i, { x, y, w, h }] of spots.entries()) {
      expect(x - w / 2).toBeGreaterThanOrEqual(i === 0 ? 100 : spots[i - 1]!.x + spots[i - 1]!.w / 2);
      expect(x + w / 2).toBeLessThanOrEqual(500);
      expect(y - h / 2).toBeGreaterThanOrEqual(200);
      expect(y + h / 2).toBeLessThanOrEqual(400);
    }
  });
});

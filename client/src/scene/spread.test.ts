import { describe, expect, it } from "vitest";
import { type Layout, type Panel } from "../net/wire";
import { hand, layout, place } from "../testing/boards";
import { unit } from "./desk";
import { few, liesBetterTurned, lyingOpen, spread, withRoom } from "./spread";
import { arrange, arrangeBeside } from "./trays";

const inside = (desk: ReturnType<typeof arrange>): boolean =>
  [...desk.spots.values()].every(
    (s) => s.x - s.w / 2 >= -1e-9 && s.x + s.w / 2 <= desk.width + 1e-9 && s.y + s.h / 2 <= desk.height + 1e-9,
  );

describe("the desk", () => {
  it("is the board where there is no tray", () => {
    const desk = arrange(layout, [hand(0, 0)]);
    expect([desk.width, desk.height, desk.trays.length]).toEqual([40, 20, 0]);
    expect(unit(layout)).toBe(10);
    expect(unit({ ...layout, unit: 25 })).toBe(25);
  });

  it("lays trays beneath the board, none over another, all inside", () => {
    for (const hands of [
      [hand(0, 2)],
      [hand(0, 2), hand(1, 2)],
      [hand(0, 9)],
      [hand(0, 3), hand(1, 3), hand(2, 3), hand(3, 3)],
    ]) {
      const desk = arrange(layout, hands);
      expect(inside(desk)).toBe(true);
      expect(desk.trays.every((tray) => tray.y >= 20 && tray.x + tray.w <= 40)).toBe(true);
      const spots = [...desk.spots.values()].filter((spot) => spot.panel);
      expect(spots.length).toBe(hands.reduce((sum, panel) => sum + panel.places.length, 0));
      for (const a of spots)
        for (const b of spots) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.w * 0.9);
    }
  });

  it("writes a tray's name beside its places where there is room, else above them", () => {
    const [wide] = arrange(layout, [hand(0, 1)], () => "Hand").trays;
    expect(wide!.text.x).toBeGreaterThan(10);
    const desk = arrange(layout, [hand(0, 3)], () => "A long name for a hand");
    expect(desk.trays[0]!.text.y).toBeLessThan(desk.spots.get("hand.0.0")!.y - desk.spots.get("hand.0.0")!.h / 2);
    expect(inside(desk)).toBe(true);
  });

  it("fills a phone with the board and finger-wide trays that do not overlap", () => {
    const title = (): string => "Hand";
    for (const [w, h] of [
      [390, 420],
      [360, 300],
      [520, 380],
      [768, 600],
    ] as [number, number][])
      for (const hands of [[hand(0, 6)], [hand(0, 4), hand(1, 4)], [hand(0, 2), hand(1, 2), hand(2, 2)]])
        for (const large of ["", "large"] as const) {
          const desk = spread(layout, hands, true, [w, h], title, [w, h], large);
          const scale = Math.min(w / desk.width, h / desk.height);
          const spots = [...desk.spots.values()].filter((spot) => spot.panel);
          expect(spots.length).toBe(hands.reduce((sum, panel) => sum + panel.places.length, 0));
          expect(Math.min(...spots.map((spot) => spot.w * scale))).toBeGreaterThanOrEqual(44 - 1e-6);
          for (const spot of spots) {
            expect(spot.x - spot.w / 2).toBeGreaterThanOrEqual(desk.left - 1e-6);
            expect(spot.x + spot.w / 2).toBeLessThanOrEqual(desk.left + desk.width + 1e-6);
            expect(spot.y + spot.h / 2).toBeLessThanOrEqual(desk.height + 1e-6);
            expect(spot.x > layout.width || spot.y > layout.height).toBe(true);
          }
          for (const a of spots)
            for (const b of spots)
              if (a !== b) expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThan(a.w * 0.99);
        }
  });

  it("lays trays into a corner that a bending board leaves free, where the board is larger so", () => {
    const bend: Layout = {
      ...layout,
      width: 100,
      height: 80,
      trays: "either",
      places: [
        ...Array.from({ length: 10 }, (_, i) => place(`top.${i}`, 5 + 10 * i, 5)),
        ...Array.from({ length: 7 }, (_, i) => place(`down.${i}`, 95, 15 + 10 * i)),
      ],
    };
    for (const [w, h] of [
      [390, 420],
      [360, 253],
      [520, 380],
      [800, 600],
    ] as [number, number][]) {
      const phone = w < 800;
      const desk = spread(bend, [hand(0, 6), hand(1, 4)], phone, [w, h], () => "Hand", [w, h]);
      const below = spread({ ...bend, trays: "below" }, [hand(0, 6), hand(1, 4)], true, [w, h], () => "Hand", [w, h]);
      const scale = Math.min(w / desk.width, h / desk.height);
      expect(scale).toBeGreaterThan(1.1 * Math.min(w / below.width, h / below.height));
      const boards = [...desk.spots.values()].filter((spot) => !spot.panel);
      for (const spot of desk.spots.values()) {
        if (!spot.panel) continue;
        expect(spot.w * scale).toBeGreaterThanOrEqual(44 - 1e-6);
        expect(spot.x - spot.w / 2).toBeGreaterThanOrEqual(desk.left - 1e-6);
        expect(spot.y + spot.h / 2).toBeLessThanOrEqual(desk.height + 1e-6);
        for (const other of boards)
          expect(Math.max(Math.abs(spot.x - other.x), Math.abs(spot.y - other.y))).toBeGreaterThan(
            (spot.w + other.w) / 2,
          );
      }
    }
  });

  it("lays out the same board whatever the players are called", () => {
    const looked = { ...hand(1, 4), small: true };
    const scales = ["Al", "Maximilienne de la Rochefoucauld"].map(
      (name) =>
        spread(layout, [hand(0, 4), looked], true, [390, 844], ({ seat }) => (seat >= 0 ? name : ""), [390, 460]).width,
    );
    expect(scales[0]).toBe(scales[1]);
    const desk = spread(layout, [hand(0, 4), looked], true, [390, 844], () => "Hand", [390, 460]);
    const named = desk.trays.find(({ id }) => id === "hand.1")!;
    expect(named.text.letters! * named.text.size * 0.54).toBeLessThanOrEqual(named.w);
    expect(named.text.letters).toBeGreaterThan(10);
  });

  it("lays trays to take from beside the board and others below if that enlarges it", () => {
    const square: Layout = {
      ...layout,
      width: 80,
      height: 80,
      places: Array.from({ length: 64 }, (_, i) => place(`s${i}`, 5 + 10 * (i % 8), 5 + 10 * Math.floor(i / 8))),
    };
    const desk = spread(
      square,
      [hand(0, 4), { ...hand(1, 4), small: true }],
      true,
      [390, 844],
      () => "Hand",
      [390, 400],
    );
    const scale = Math.min(390 / desk.width, 400 / desk.height);
    expect(80 * scale).toBeGreaterThan(320);
    const [taken, looked] = ["hand.0", "hand.1"].map((id) => desk.trays.find((tray) => tray.id === id)!);
    expect(taken!.x).toBeGreaterThan(80);
    expect(looked!.y).toBeGreaterThan(80);
    expect(taken!.x + taken!.w).toBeLessThanOrEqual(desk.left + desk.width + 1e-6);
    expect(desk.spots.get("hand.0.0")!.w * scale).toBeGreaterThanOrEqual(44 - 1e-6);
  });

  it("lays each tray by itself where a winding board leaves room, where the board is larger so", () => {
    const winding: Layout = {
      ...layout,
      width: 100,
      height: 90,
      trays: "either",
      places: [
        ...Array.from({ length: 4 }, (_, i) => place(`up.${i}`, 5, 5 + 10 * i)),
        ...Array.from({ length: 10 }, (_, i) => place(`across.${i}`, 5 + 10 * i, 45)),
        ...Array.from({ length: 4 }, (_, i) => place(`down.${i}`, 95, 55 + 10 * i)),
      ],
    };
    for (const [w, h] of [
      [420, 378],
      [400, 360],
    ] as [number, number][]) {
      const desk = spread(winding, [hand(0, 6), hand(1, 4)], true, [w, h], () => "Hand", [w, h]);
      const below = spread({ ...winding, trays: "below" }, [hand(0, 6), hand(1, 4)], true, [w, h], () => "Hand", [
        w,
        h,
      ]);
      expect(below.width).toBeGreaterThan(1.15 * desk.width);
      const spots = [...desk.spots.values()];
      for (const spot of spots.filter(({ panel }) => panel)) {
        expect((spot.w * w) / desk.width).toBeGreaterThanOrEqual(44 - 1e-6);
        expect([
          spot.x - spot.w / 2 >= desk.left - 1e-6,
          spot.x + spot.w / 2 <= desk.left + desk.width + 1e-6,
          spot.y + spot.h / 2 <= desk.height + 1e-6,
        ]).toEqual([true, true, true]);
        for (const other of spots)
          if (other !== spot)
            expect(Math.max(Math.abs(spot.x - other.x), Math.abs(spot.y - other.y))).toBeGreaterThan(
              (spot.w + other.w) / 2 - 1e-6,
            );
      }
      const [one, other] = desk.trays as [(typeof desk.trays)[number], (typeof desk.trays)[number]];
      expect(Math.abs(one.y - other.y), "one above the board's middle, one beneath it").toBeGreaterThan(40);
      expect(desk.trays.every(({ text }) => text.size > 0)).toBe(true);
    }
  });

  it("on an upright phone lays others' cards beside the board and your own below", () => {
    const square: Layout = {
      ...layout,
      width: 90,
      height: 90,
      trays: "beside",
      places: Array.from({ length: 64 }, (_, i) => place(`s${i}`, 10 + 10 * (i % 8), 10 + 10 * Math.floor(i / 8))),
    };
    const cards = (seat: number) => ({
      ...hand(seat, 4),
      places: hand(seat, 4).places.map((each) => ({ ...each, w: seat === 0 ? 20 : 0, h: seat === 0 ? 20 : 0 })),
    });
    const heaps = (id: string, n: number): Panel => ({
      ...hand(-1, 0),
      id,
      kind: "tray",
      small: true,
      places: Array.from({ length: n }, (_, i) => place(`${id}.${i}`, 0, 0, 0)),
    });
    const desk = spread(
      square,
      [cards(0), { ...cards(1), small: true }, heaps("reserve", 4), heaps("piles", 2)],
      true,
      [390, 844],
      ({ kind }) => (kind === "hand" ? "Cards" : "Reserve"),
      [390, 486],
    );
    const pixels = 390 / desk.width;
    const [own, others] = ["hand.0", "hand.1"].map((id) => desk.trays.find((tray) => tray.id === id)!);
    expect(90 * pixels).toBeGreaterThanOrEqual(310);
    expect(others!.x).toBeGreaterThan(90);
    expect(own!.y).toBeGreaterThan(90);
    expect(own!.x + own!.w).toBeLessThanOrEqual(others!.x);
    expect(desk.spots.get("hand.0.0")!.w * pixels).toBeGreaterThanOrEqual(63);
    expect(desk.spots.get("hand.1.0")!.w * pixels).toBeGreaterThanOrEqual(44);
    expect(desk.height * pixels).toBeLessThanOrEqual(486.1);
  });

  it("keeps the room of one of several secret hands while all are covered", () => {
    const [mine, theirs] = [0, 1].map((seat) => ({ ...hand(seat, 2), secret: true })) as [Panel, Panel];
    const dice = hand(-1, 6);
    expect(withRoom([dice, mine, theirs], new Set())).toEqual([dice, mine]);
    expect(withRoom([dice, mine, theirs], new Set(["hand.1.0"]))).toEqual([dice, theirs]);
  });

  it("leaves out, on a phone, covered hands among several secret ones", () => {
    const [mine, theirs] = [0, 1].map((seat) => ({ ...hand(seat, 2), secret: true })) as [Panel, Panel];
    const dice = hand(-1, 6);
    expect(lyingOpen([dice, mine, theirs], new Set(["hand.1.0"]))).toEqual([dice, theirs]);
    expect(lyingOpen([dice, mine], new Set())).toEqual([dice, mine]);
  });

  it("keeps a tray's name inside its tray", () => {
    const name = "A very long name for so small a hand";
    for (const tray of arrange(layout, [hand(0, 2), hand(1, 2)], () => name).trays)
      expect(tray.text.x + name.length * 0.5 * tray.text.size).toBeLessThanOrEqual(tray.x + tray.w + 1e-6);
  });

  it("enlarges a hand on a phone until its folding board is reached for", () => {
    const course: Layout = {
      ...layout,
      width: 170,
      height: 100,
      trays: "either",
      folds: [{} as Layout["folds"][number]],
      places: Array.from({ length: 30 }, (_, i) =>
        place(`s.${i}`, 8 + 16 * (i % 10), 20 + 25 * Math.floor(i / 10), 14),
      ),
    };
    const dice = { ...hand(-1, 6), id: "dice", kind: "dice" as const };
    for (const area of [
      [344, 268],
      [374, 400],
    ] as [number, number][]) {
      const [usual, reaching, large] = (["", "reaching", "large"] as const).map((how) => {
        const desk = spread(course, [dice, hand(0, 4)], true, [360, 640], () => "Hand", area, how);
        const scale = Math.min(area[0] / desk.width, area[1] / desk.height);
        return {
          scale,
          finger: Math.min(...[...desk.spots.values()].filter(({ panel }) => panel).map(({ w }) => w * scale)),
        };
      });
      expect(large!.finger).toBeGreaterThanOrEqual(54);
      expect(large!.finger).toBeGreaterThan(usual!.finger * 1.15);
      expect(large!.scale).toBeLessThan(usual!.scale * 0.8);
      expect(reaching!.scale).toBeGreaterThan(usual!.scale * 0.93);
    }
  });

  it("names every tray to look at and gives the board most of the room", () => {
    const dice = { ...hand(-1, 6), id: "dice", kind: "dice" as const };
    const trays = [hand(0, 4), hand(1, 4), hand(2, 4), hand(3, 4), dice];
    for (const area of [
      [390, 351],
      [360, 225],
      [482, 382],
    ] as const) {
      const desk = spread(
        layout,
        trays,
        true,
        [390, 844],
        ({ seat }) => (seat < 0 ? "Dice" : `Forecast: ${seat}`),
        [...area],
        "",
        true,
      );
      const scale = area[0] / desk.width;
      expect(
        inside({
          ...desk,
          left: 0,
          spots: new Map([...desk.spots].map(([id, spot]) => [id, { ...spot, x: spot.x - desk.left }])),
        }),
      ).toBe(true);
      expect(desk.trays.map(({ id }) => id)).toEqual(trays.map(({ id }) => id));
      expect(desk.trays.filter(({ text }) => text.size * scale < 9)).toEqual([]);
      expect(desk.height * scale).toBeLessThanOrEqual(area[1] + 0.1);
    }
  });

  it("leaves room above raised, ticked or heaped things, with or without a name", () => {
    const least = (desk: ReturnType<typeof arrange>, id: string): number => {
      const [tray, spot] = [desk.trays.find((each) => each.id === id)!, desk.spots.get(`${id}.0`)!];
      return (spot.y - spot.h / 2 - (tray.text.size > 0 ? tray.text.y + tray.text.size * 0.22 : tray.y)) / spot.h;
    };
    const title = (): string => "Dice";
    const dice = {
      ...hand(-1, 3),
      id: "dice",
      kind: "dice" as const,
      places: [0, 1, 2].map((i) => place(`dice.${i}`, 0, 0, 0)),
    };
    for (const desk of [
      arrangeBeside(layout, [dice]),
      spread(layout, [dice], true, [390, 844], title, [390, 460]),
      spread(layout, [dice], true, [844, 390], title),
    ])
      expect(least(desk, "dice")).toBeGreaterThanOrEqual(0.22);
    expect(
      spread(layout, [hand(0, 3)], true, [390, 844], title, [390, 460]).trays[0]!.text.size,
      "one's own hand has a name",
    ).toBeGreaterThan(0);
    const unnamed = spread(layout, [hand(0, 3)], true, [390, 844], () => "", [390, 460]);
    expect(unnamed.trays[0]!.text.size).toBe(0);
    expect(least(unnamed, "hand.0")).toBeGreaterThanOrEqual(0.1);
  });

  it("fills nothing where there are no trays: a board alone has its own shape", () => {
    const desk = spread(layout, [], true, [844, 390], () => "");
    expect([desk.left, desk.width, desk.height]).toEqual([0, layout.width, layout.height]);
  });

  it("puts four in a narrow hand two and two, not three and one", () => {
    const desk = spread({ ...layout, width: 40, height: 40 }, [hand(0, 4)], true, [400, 250], () => "", [400, 250]);
    const rows = new Map<number, number>();
    for (const spot of desk.spots.values()) if (spot.panel) rows.set(spot.y, (rows.get(spot.y) ?? 0) + 1);
    expect(new Set(rows.values()).size).toBe(1);
  });

  it("turns a long board where it is larger so", () => {
    expect(liesBetterTurned(layout, [], [390, 600])).toBe(true);
    expect(liesBetterTurned(layout, [hand(0, 3)], [800, 390])).toBe(false);
  });

  it("turns a long board where the trays find room beside it", () => {
    const long = { ...layout, width: 150, height: 30, turns: true };
    expect(liesBetterTurned(long, [hand(0, 6), hand(1, 4)], [390, 420])).toBe(true);
  });

  it("lays trays in a column beside the board, none over another, small ones in one row", () => {
    for (const hands of [
      [hand(0, 2)],
      [hand(0, 4), hand(1, 2), hand(2, 2)],
      [hand(0, 4), hand(1, 4), hand(2, 4), hand(3, 4)],
    ]) {
      const desk = arrangeBeside(layout, hands);
      expect(inside(desk)).toBe(true);
      expect(desk.trays.every((tray) => tray.x >= 40 && tray.x + tray.w <= desk.width)).toBe(true);
      const spots = [...desk.spots.values()].filter((spot) => spot.panel);
      expect(spots.length).toBe(hands.reduce((sum, panel) => sum + panel.places.length, 0));
      for (const a of spots)
        for (const b of spots) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.w * 0.9);
      for (const tray of desk.trays) expect(tray.text.y).toBeLessThan(desk.spots.get(tray.panel.places[0]!.id)!.y);
    }
    const [, two, three] = arrangeBeside(layout, [hand(0, 4), hand(1, 2), hand(2, 2)]).trays;
    expect(two!.y).toBe(three!.y);
  });

  it("keeps what is touched as large as a finger where other trays are only looked at", () => {
    const looked = { ...hand(1, 4), small: true };
    const desk = arrange(
      layout,
      [
        hand(0, 1),
        looked,
        { ...looked, id: "third", places: looked.places.map((each) => ({ ...each, id: `${each.id}t` })) },
      ],
      () => "",
      14,
    );
    expect(inside(desk)).toBe(true);
    expect(desk.spots.get("hand.0.0")!.w).toBe(14);
    expect(desk.spots.get("hand.1.0")!.w).toBeLessThanOrEqual(10);
  });

  it("keeps on a phone one of the hands that are only looked at", () => {
    const [own, left, across] = [hand(0, 4), { ...hand(1, 4), small: true }, { ...hand(2, 4), small: true }];
    const heap = { ...hand(-1, 2), id: "reserve", small: true };
    expect(few([own, left, across, heap], [0])).toEqual([own, left, heap]);
    expect(few([own, left, across, heap], [2])).toEqual([own, across, heap]);
    expect(few([own, heap], [])).toEqual([own, heap]);
  });

  it("makes a tray's places wide enough for a finger", () => {
    const desk = arrange(layout, [hand(0, 1)], () => "", 14);
    expect(desk.spots.get("hand.0.0")!.w).toBe(14);
    expect(inside(desk)).toBe(true);
    const narrow = arrange(layout, [hand(0, 9)], () => "", 14);
    expect(inside(narrow)).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import type { Layout, Scene } from "../net/wire";
import { bearing, places, sitting, turnTo, zones } from "./zones";

const layout = { width: 1000, height: 1000, places: [] } as unknown as Layout;
/** A scene with these seats at the board, clockwise from the top. */
const scene = (...seats: number[]): Scene =>
  ({
    places: seats.map((_, i) => ({
      id: `rim.${i}`,
      x: 500 + 400 * Math.sin((2 * Math.PI * i) / seats.length),
      y: 500 - 400 * Math.cos((2 * Math.PI * i) / seats.length),
    })),
    standings: [0, 1, 2, 3, 4, 5].map((seat) => ({
      seat,
      place: seats.includes(seat) ? `rim.${seats.indexOf(seat)}` : "",
    })),
  }) as unknown as Scene;
const usual = (n: number): Map<number, number> => new Map(Array.from({ length: n }, (_, i) => [i, i]));
const sorted = (found: Map<number, number>): [number, number][] => [...found].sort(([a], [b]) => a - b);

describe("zones of a screen that lies flat", () => {
  it.each([2, 3, 4, 5, 6])(
    "lie as the board does, with %i people: whoever sits there is before their own zone",
    (n) => {
      for (const [width, height] of [
        [1024, 768],
        [1280, 800],
        [1366, 768],
        [390, 844],
      ] as const) {
        const around = sitting(
          scene(...Array.from({ length: n }, (_, i) => i)),
          layout,
          [0, 1, 2, 3, 4, 5].slice(0, n),
        );
        const all = zones(n, width, height);
        const zoneOf = places(around, usual(n));
        expect(sorted(zoneOf)).toEqual([...usual(n)]);
        const turn = turnTo(around, zoneOf, all, width, height);
        for (const { seat, angle } of around) {
          const zone = all[zoneOf.get(seat)!]!;
          const away = (((bearing(zone.x - width / 2, zone.y - height / 2) - angle - turn) % 360) + 540) % 360;
          expect(Math.abs(away - 180), `seat ${seat} of ${n} at ${width}`).toBeLessThan(60);
        }
      }
    },
  );

  it("change with those who change places, and with nobody else", () => {
    expect(sorted(places(sitting(scene(0, 2, 1, 3), layout, [0, 1, 2, 3]), usual(4)))).toEqual([
      [0, 0],
      [1, 2],
      [2, 1],
      [3, 3],
    ]);
    const swapped = new Map([
      [0, 0],
      [1, 2],
      [2, 1],
      [3, 3],
    ]);
    expect(sorted(places(sitting(scene(0, 2, 1, 3), layout, [0, 1, 2, 3]), swapped))).toEqual([...swapped]);
    expect(
      sorted(places(sitting(scene(2, 1, 3), layout, [0, 1, 2, 3]), swapped)),
      "who is out stays where they were",
    ).toEqual([
      [0, 0],
      [1, 2],
      [2, 1],
      [3, 3],
    ]);
  });

  it("leave out who plays elsewhere", () => {
    const around = sitting(scene(0, 1, 2), layout, [0, 2]);
    expect(around.map(({ seat }) => seat)).toEqual([0, 2]);
    expect(turnTo([], new Map(), zones(2, 1024, 768), 1024, 768)).toBe(0);
  });
});

import { expect, it } from "vitest";
import { neighbour } from "./neighbours";
import type { Place } from "./opened";

const place = (id: string, x: number, y: number): Place => ({ id, x, y, w: 10, h: 10, name: id, shows: null });
const grid = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => place(`${x}${y}`, 100 * x, 100 * y)));
const at = (id: string): Place => grid.find((each) => each.id === id)!;

it.each([
  ["ArrowRight", "21"],
  ["ArrowLeft", "01"],
  ["ArrowUp", "10"],
  ["ArrowDown", "12"],
])("goes to the next place with %s", (key, to) => {
  expect(neighbour(grid, at("11"), key)?.id).toBe(to);
});

it("stays at the edge, and for any other key", () => {
  expect(neighbour(grid, at("20"), "ArrowRight")).toBeNull();
  expect(neighbour(grid, at("20"), "Enter")).toBeNull();
});

it("follows a track that bends", () => {
  const bent = [place("a", 0, 0), place("b", 90, 30), place("c", 150, 100), place("far", 400, 0)];
  expect(neighbour(bent, bent[0]!, "ArrowRight")?.id).toBe("b");
  expect(neighbour(bent, bent[1]!, "ArrowDown")?.id).toBe("c");
});

it("reaches every place of a ring from any other", () => {
  const ring = Array.from({ length: 28 }, (_, n) => {
    const turn = (n / 28) * 2 * Math.PI;
    return place(String(n), 500 * Math.cos(turn), 700 * Math.sin(turn));
  });
  const reached = new Set([ring[0]!]);
  for (const each of reached)
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      const next = neighbour(ring, each, key);
      if (next) reached.add(next);
    }
  expect(reached.size).toBe(28);
});

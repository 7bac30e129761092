import { expect, test } from "vitest";
import { stands } from "./loupe";

test("a loupe stands above the finger, beneath it at the top of the screen, and is always whole", () => {
  expect(stands(200, 400, 390, 844)).toEqual([200, 282]);
  expect(stands(200, 100, 390, 844)).toEqual([200, 218]);
  for (const x of [0, 5, 200, 389]) {
    for (const y of [0, 150, 400, 843]) {
      const [left, top] = stands(x, y, 390, 844);
      expect(left).toBeGreaterThanOrEqual(80);
      expect(left).toBeLessThanOrEqual(310);
      expect(top).toBeGreaterThanOrEqual(80);
      expect(top).toBeLessThanOrEqual(764);
    }
  }
});

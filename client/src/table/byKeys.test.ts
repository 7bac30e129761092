import { expect, test } from "vitest";
import { ByKeys } from "./byKeys.svelte";

test("the focus is shown on the board to who moves by keys, not after a click and Enter", () => {
  const keys = new ByKeys();
  const saw = (type: string, key?: string): boolean => (
    keys.saw(key === undefined ? { type } : { type, key }),
    keys.moving
  );
  expect(saw("pointerdown")).toBe(false);
  expect(saw("keydown", "Enter")).toBe(false);
  expect(saw("keydown", "Tab")).toBe(true);
  expect(saw("keydown", "Enter")).toBe(true);
  expect(saw("pointerdown")).toBe(false);
  expect(saw("keydown", "n")).toBe(true);
});

import { expect, it } from "vitest";
import { largest } from "./fitted";

it("is as large as all of it fits, and not unreadably small", () => {
  expect(largest(() => true)).toBe(1);
  expect(largest((size) => 15 * size <= 11)).toBeCloseTo(0.7);
  expect(largest((size) => 60 * size <= 11)).toBe(0.5);
});

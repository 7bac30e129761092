import { expect, it } from "vitest";
import { span } from "./words";

it("says numbers in a row as a range, others one by one", () => {
  expect(span([2, 3, 4])).toBe("2–4");
  expect(span([4, 2])).toBe("2, 4");
  expect(span([5, 5])).toBe("5");
  expect(span([30, 45])).toBe("30, 45");
  expect(span([])).toBe("");
});

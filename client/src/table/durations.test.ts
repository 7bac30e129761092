import { expect, it } from "vitest";
import { lasting } from "./durations";

it("writes lengths of time", () => {
  expect([-5, 7_000, 760_000, 11_130_000].map(lasting)).toEqual(["0:00", "0:07", "12:40", "3\u202fh\u202f05"]);
});

import { expect, it } from "vitest";
import { isPhone, isSideways } from "./screen";

it.each([
  [390, 844, true, false],
  [844, 390, true, true],
  [932, 430, true, true],
  [768, 1024, true, false],
  [1366, 768, false, false],
  [400, 400, true, false],
])("%i × %i", (width, height, phone, sideways) => {
  expect([isPhone(width, height), isSideways(width, height)]).toEqual([phone, sideways]);
});

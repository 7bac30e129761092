import { expect, it } from "vitest";
import sheet from "../theme/screens.css?raw";
import { isLow, isPhone, isSideways } from "./screen";

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

it("asks what the style sheets ask", () => {
  const asked = new Map([...sheet.matchAll(/@custom-media (--[\w-]+) (.+);/g)].map(([, name, what]) => [name, what!]));
  const most = (name: string, side: "width" | "height"): number =>
    Number(new RegExp(`max-${side}: (\\d+)px`).exec(asked.get(name) ?? "")?.[1]);
  const [wide, high, low] = [most("--small", "width"), most("--small", "height"), most("--low-upright", "height")];
  expect([isPhone(wide, high + 1), isPhone(wide + 1, high), isPhone(wide + 1, high + 1)]).toEqual([true, true, false]);
  expect([most("--sideways", "height"), isSideways(2 * high, high), isSideways(2 * high, high + 1)]).toEqual([
    high,
    true,
    false,
  ]);
  expect([isLow(low), isLow(low + 1)]).toEqual([true, false]);
});

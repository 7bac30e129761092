import { expect, it } from "vitest";
import type { Scene } from "../net/wire";
import { signOf } from "./signs";

const scene = { standings: [{ seat: 1, mark: "◆●", tints: ["green", "red"], place: "" }] } as unknown as Scene;

it("is the sign of whose line it is, and none for draws and the clock", () => {
  expect(signOf({ seat: 1 }, scene)).toEqual({ mark: "◆", tint: "green" });
  expect(signOf({ seat: -1 }, scene)).toBeNull();
  expect(signOf({ seat: 1 }, null)).toBeNull();
});

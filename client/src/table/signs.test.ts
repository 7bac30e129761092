import { expect, it } from "vitest";
import type { Move, Scene } from "../net/wire";
import { signOf } from "./signs";
import { USUAL } from "../net/wire.generated";

const move = (seat: number, kind = "move"): Move => ({ ...USUAL.Move, n: 1, seat, text: "", message: { key: "k" }, motions: [{ piece: "p", path: [], kind, after: false }] });
const scene = (place: string): Scene =>
  ({
    pieces: [{ id: "p", mark: "1", tint: "red" }],
    standings: [
      { seat: 0, mark: "A", tints: ["blue"], place },
      { seat: 1, mark: "B", tints: ["green"], place: "" },
    ],
  }) as unknown as Scene;

it("is that of what was moved, or of who moved where nothing has one", () => {
  expect(signOf(move(1), scene(""))?.mark).toBe("1");
  expect(signOf(move(-1), scene(""))?.mark).toBe("1");
  expect(signOf(move(-1, "appear"), scene(""))).toBeNull();
  expect(signOf({ ...move(1), motions: [] }, scene(""))).toEqual({ mark: "B", tint: "green" });
});

it("is that of who acted where people sit around the board, whatever became of the thing", () => {
  expect(signOf(move(1), scene("rim.1"))).toEqual({ mark: "B", tint: "green" });
  expect(signOf(move(-1), scene("rim.1"))?.mark).toBe("1");
});

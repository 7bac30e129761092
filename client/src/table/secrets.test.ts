import { describe, expect, it } from "vitest";
import type { Piece, Scene } from "../net/wire";
import { atFirst, veiled } from "./secrets";
import { USUAL } from "../net/wire.generated";

const piece = (id: string, seat: number, cover: string | null): Piece => ({
  ...USUAL.Piece,
  id,
  sprite: "s",
  place: id,
  label: { key: id },
  face: "open",
  tint: "red",
  mark: "1",
  seat,
  cover,
});
const scene = {
  pieces: [piece("pawn", 0, null), piece("mine", 0, ""), piece("theirs", 1, ""), piece("token", 1, "back")],
} as unknown as Scene;

describe("secrets on a screen", () => {
  it("are open to the seat that looks, covered or left out for the others", () => {
    const shown = veiled(scene, new Set([0])).pieces;
    expect(shown.map(({ id }) => id)).toEqual(["pawn", "mine", "token"]);
    expect(shown.at(-1)).toMatchObject({ face: "back", mark: "", tint: "none", label: { key: "ui.secret" } });
    expect(veiled(scene, new Set([0, 1]))).toBe(scene);
  });

  it("lie open at first where one person has the screen alone", () => {
    expect([...atFirst([2])]).toEqual([2]);
    expect([...atFirst([0, 1])]).toEqual([]);
  });
});

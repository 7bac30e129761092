import { expect, it } from "vitest";
import type { Piece } from "../net/wire";
import type { Spot } from "./desk";
import { lineUp } from "./piecePositions";
import { USUAL } from "../net/wire.generated";

const spot = (id: string, y: number): [string, Spot] => [
  id,
  { ...USUAL.Place, id, x: 0, y, w: 10, h: 10, label: { key: id }, shape: "circle", panel: null },
];
const piece = (id: string, place: string, above = false): Piece => ({
  ...USUAL.Piece,
  id,
  sprite: "s",
  place,
  label: { key: id },
  tint: "red",
  above,
});
const spots = new Map([spot("north", 0), spot("south", 5), spot("far", 9)]);

it("draws what lies farther down later, what is above over it, and what is carried last", () => {
  const pieces = [piece("pawn", "north", true), piece("card", "south"), piece("carried", "far"), piece("fan", "north")];
  const stand = {
    spots,
    at: (one: Piece) => one.place,
    carried: pieces[2],
    carriedTo: "north",
    state: () => "" as const,
  };
  expect(lineUp(pieces, stand).map((one) => one.piece.id)).toEqual(["fan", "card", "pawn", "carried"]);
});

it("takes the badge off a piece while a half-made move carries it away, and off no other", () => {
  const pieces = [
    { ...piece("pawn", "north"), badge: "shield" },
    { ...piece("other", "south"), badge: "shield" },
  ];
  const badges = (carriedTo: string | null): string[] =>
    lineUp(pieces, {
      spots,
      at: (one: Piece) => (one.id === "pawn" ? (carriedTo ?? one.place) : one.place),
      carried: pieces[0],
      carriedTo,
      state: () => "" as const,
    })
      .map((one) => `${one.piece.id} ${one.piece.badge}`)
      .sort();
  expect(badges(null)).toEqual(["other shield", "pawn shield"]);
  expect(badges("north")).toEqual(["other shield", "pawn shield"]);
  expect(badges("far")).toEqual(["other shield", "pawn "]);
});

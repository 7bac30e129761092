import { expect, it } from "vitest";
import type { Member } from "../lib/household";
import { dealt, recoloured } from "./colours";

const [red, blue, yellow, green] = [
  { tint: "red", signs: ["●", "disc"] },
  { tint: "blue", signs: ["■", "square"] },
  { tint: "yellow", signs: ["◆", "diamond"] },
  { tint: "green", signs: ["▲", "triangle"] },
] as const;
const box = {
  colour: [red, blue, yellow, green].map((each) => ({ ...each, signs: [...each.signs] })),
  shared_out: [2],
};
const member = (name: string, colour: Member["colour"]): Member => ({
  name,
  once: [],
  colour,
  piece: "",
  child: false,
});
const home = [member("Sophie", "plum"), member("Inès", "green"), member("Léo", "yellow"), member("Zoé", "green")];

it("gives everybody the colour that they have at home, and the others what is left", () => {
  expect(dealt(box, ["Sophie", "Inès", "Léo"], home)).toEqual([["red"], ["green"], ["yellow"]]);
  expect(dealt(box, ["Léo", "", "Ines", "Zoé"], home)).toEqual([["yellow"], ["blue"], ["green"], ["red"]]);
  expect(dealt(box, ["", "", ""], home)).toEqual([["red"], ["blue"], ["yellow"]]);
  expect(dealt(box, ["Inès", "Sophie"], home)).toEqual([
    ["blue", "green"],
    ["red", "yellow"],
  ]);
  expect(dealt({ colour: [], shared_out: [] }, ["Inès", "Léo"], home)).toEqual([[], []]);
});

it("shows pieces, and says words, in the colours of the people", () => {
  const piece = (tint: string, sign: string, face: string) => ({
    id: "p0.1",
    place: "square.1",
    tint,
    sign: `${sign}1`,
    face: `${face}-1`,
    label: { key: "x.piece", args: { colour: { key: `x.colour.${tint}` }, at: "red" } },
  });
  const scene = {
    standings: [{ tints: ["red"], mark: "●" }],
    pieces: [piece("red", "●", "disc"), piece("blue", "■", "square")],
  };
  const now = recoloured(scene, box, [["green"], ["blue"], ["red"]]);
  expect(now).toEqual({
    standings: [{ tints: ["green"], mark: "▲" }],
    pieces: [piece("green", "▲", "triangle"), piece("blue", "■", "square")],
  });
  expect(recoloured(scene, box, [["red"], ["blue"], ["yellow"]])).toBe(scene);
});

import { expect, test } from "vitest";
import type { Piece, Scene } from "../net/wire";
import { Scenes } from "./scenes";

const piece = (id: string, place: string): Piece => ({ id, place, sprite: "x", label: { key: id } }) as Piece;
const first = {
  game: "g",
  layout: "l",
  prompt: { key: "p" },
  standings: [],
  pieces: [piece("a", "1"), piece("b", "2")],
  actors: [0],
} as unknown as Scene;

test("scenes are put together from what changed, in any order of asking", () => {
  const scenes = new Scenes(first, [
    { pieces: { put: [piece("a", "3")] }, actors: [1] },
    { pieces: { gone: ["b"], put: [piece("c", "9")] }, actors: null },
    { pieces: { order: ["c", "a"] } },
  ]);
  expect(scenes.at(3).pieces.map(({ id, place }) => id + place)).toEqual(["c9", "a3"]);
  expect(scenes.at(1).pieces.map(({ id, place }) => id + place)).toEqual(["a3", "b2"]);
  expect([scenes.at(0).actors, scenes.at(1).actors, scenes.at(2).actors]).toEqual([[0], [1], []]);
  expect(scenes.at(2).ending).toBe("");
  expect(scenes.at(1)).toBe(scenes.at(1));
});

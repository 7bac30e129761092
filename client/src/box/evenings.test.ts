import { get } from "svelte/store";
import { beforeEach, expect, test } from "vitest";
import { erased, evenings, isEvenings, played } from "./evenings";

const AT = 1_700_000_000_000;

beforeEach(() => evenings.set([]));

test("the last game comes first, and its players by their places", () => {
  played({ game: "bantu", at: AT, players: [{ name: "Léa", place: 1 }] });
  const two = [
    { name: "Tom", place: 2, points: 4 },
    { name: "Zoé", place: 1, points: 9 },
  ];
  played({ game: "boussanga", at: AT + 1, players: two });
  expect(get(evenings).map(({ game }) => game)).toEqual(["boussanga", "bantu"]);
  expect(get(evenings)[0]!.players.map(({ name }) => name)).toEqual(["Zoé", "Tom"]);
});

test("an erased game is put back where it was", () => {
  for (const game of ["bantu", "billabong", "banzai"]) played({ game, at: AT, players: [] });
  const putBack = erased(get(evenings)[1]!);
  expect(get(evenings).map(({ game }) => game)).toEqual(["banzai", "bantu"]);
  putBack();
  expect(get(evenings).map(({ game }) => game)).toEqual(["banzai", "billabong", "bantu"]);
});

test("only what is a list of games is read again", () => {
  expect(isEvenings([{ game: "bantu", at: AT, players: [{ name: "Léa", place: 1, points: 3 }] }])).toBe(true);
  for (const wrong of [
    null,
    {},
    [null],
    [{ game: 1, at: AT, players: [] }],
    [{ game: "bantu", at: "now", players: [] }],
    [{ game: "bantu", at: AT, players: [{ name: "Léa", place: 0 }] }],
    [{ game: "bantu", at: AT, players: [{ name: "Léa", place: 1, points: "9" }] }],
  ])
    expect(isEvenings(wrong)).toBe(false);
});

test("five hundred games are kept, and the oldest goes first", () => {
  for (let i = 0; i < 501; i++) played({ game: "bantu", at: i, players: [] });
  expect(get(evenings).length).toBe(500);
  expect(get(evenings).at(-1)!.at).toBe(1);
});

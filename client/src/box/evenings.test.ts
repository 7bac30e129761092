import { get } from "svelte/store";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { around, eraseAll, erased, evenings, isAround, isEvenings, laying, played } from "./evenings";

const AT = 1_700_000_000_000;

beforeEach(() => evenings.set([]));
afterEach(() => vi.unstubAllGlobals());

/** A browser that keeps what is in this box. */
function keeping(box: Map<string, string>): void {
  const methods = {
    getItem: (key: string) => box.get(key) ?? null,
    setItem: (key: string, value: string) => box.set(key, value),
  };
  vi.stubGlobal("localStorage", methods);
}
const PLACE = "ludotheque.evenings-at-home";

test("one evening that cannot be read leaves the others", async () => {
  const good = { game: "bantu", at: AT, players: [{ name: "Tom", place: 1 }] };
  keeping(new Map([[PLACE, JSON.stringify([{ game: 3 }, good, { ...good, at: "now" }])]]));
  vi.resetModules();
  const again = await import("./evenings");
  expect(get(again.evenings)).toEqual([good]);
});

test("a game of another tab stays when one is added or erased", () => {
  const box = new Map<string, string>();
  keeping(box);
  expect(played({ game: "bantu", at: AT, players: [] })).toBe(true);
  const mine = get(evenings)[0]!;
  box.set(PLACE, JSON.stringify([{ game: "banzai", at: AT, players: [] }, mine]));
  played({ game: "billabong", at: AT, players: [] });
  expect(get(evenings).map(({ game }) => game)).toEqual(["billabong", "banzai", "bantu"]);
  box.set(PLACE, JSON.stringify([...get(evenings), { game: "boussanga", at: AT, players: [] }]));
  erased(mine);
  expect(get(evenings).map(({ game }) => game)).toEqual(["billabong", "banzai", "boussanga"]);
});

test("a full browser is reported", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  });
  expect(played({ game: "bantu", at: AT, players: [] })).toBe(false);
  expect(get(evenings).length).toBe(1);
});

test("to erase everything leaves no name in the browser", () => {
  const box = new Map<string, string>();
  keeping(box);
  around.set({ bantu: { seats: 2, way: 0, names: ["Zoé", "Tom"] } });
  played({ game: "bantu", at: AT, players: [{ name: "Zoé", place: 1 }] });
  expect([...box.values()].join()).toContain("Zoé");
  expect(eraseAll()).toBe(true);
  expect([...box.values()].join()).not.toMatch(/Zoé|Tom/);
});

test("a corrected game takes the place of the one it was", () => {
  const tom = { game: "bantu", at: AT, players: [{ name: "Tom", place: 1 }] };
  played(tom);
  played({ game: "banzai", at: AT + 1, players: [] });
  const zoe = { ...tom, players: [{ name: "Zoé", place: 1 }] };
  played(zoe, get(evenings)[1]);
  expect(get(evenings)).toEqual([{ game: "banzai", at: AT + 1, players: [] }, zoe]);
});

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

test("what lies around a box is kept by players and way", () => {
  const two = laying({ seats: 2, way: 0, names: [] }, { players: [{ T: 1 }] });
  const three = laying({ ...two, seats: 3 }, { position: { pawns: [] }, before: [{}], clock: null });
  const more = laying(three, { dice: [{ face: 2, kept: true }] });
  expect(more.laid).toEqual({
    "2/0": { players: [{ T: 1 }] },
    "3/0": { position: { pawns: [] }, before: [{}], clock: null, dice: [{ face: 2, kept: true }] },
  });
  expect(isAround({ boussanga: more })).toBe(true);
  for (const wrong of [
    { players: 3 },
    { clock: { kind: "turn" } },
    { dice: [1] },
    { position: [] },
    { before: [1] },
    { rolls: "2" },
  ])
    expect(isAround({ boussanga: { ...two, laid: { "2/0": wrong } } })).toBe(false);
});

test("an evening lost together is kept without a winner", () => {
  const players = [{ name: "Léa", place: 2 }];
  expect(isEvenings([{ game: "boussanga", at: AT, players, together: "lost" }])).toBe(true);
  expect(isEvenings([{ game: "boussanga", at: AT, players, together: "drawn" }])).toBe(false);
});

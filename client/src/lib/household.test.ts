import { get } from "svelte/store";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "./api";
import * as house from "./household";
import { isGame } from "./victories";

const said = (what: () => unknown): string => {
  try {
    what();
  } catch (reason) {
    if (reason instanceof ApiError) return reason.said.key;
  }
  return "";
};
const names = (): string[] => get(house.household).map(({ name }) => name);

beforeEach(() => house.household.set([]));

test("two tabs keep the people that each of them adds", () => {
  const box = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => box.get(key) ?? null,
    setItem: (key: string, value: string) => box.set(key, value),
  });
  house.welcome("Tom");
  const other = { name: "Zoé", once: [], colour: "sky", piece: "", child: false };
  box.set("ludotheque.household", JSON.stringify([...get(house.household), other]));
  house.welcome("Léa");
  expect(names()).toEqual(["Tom", "Zoé", "Léa"]);
  vi.unstubAllGlobals();
});

describe("people of a house", () => {
  test("come in with a colour of their own", () => {
    house.welcome(" Léa ");
    house.welcome("Tom");
    expect(get(house.household).map(({ name, colour }) => [name, colour])).toEqual([
      ["Léa", "red"],
      ["Tom", "blue"],
    ]);
  });
  test("have names that differ in more than capitals and accents", () => {
    house.welcome("Léa");
    expect(said(() => house.welcome("lea"))).toBe("error.household.twice");
    expect(said(() => house.welcome("  "))).toBe("ui.name.missing");
    expect(names()).toEqual(["Léa"]);
  });
  test("are credited with positions of the day, once a day and game", () => {
    house.welcome("Léa");
    const lea = (): house.Member => get(house.household)[0]!;
    for (const [game, day] of [
      ["bantu", 20_000],
      ["banzai", 20_000],
      ["bantu", 20_001],
    ] as const)
      house.credit("Léa", game, day);
    expect(lea().finds).toEqual({ n: 3, last: { bantu: 20_001, banzai: 20_000 } });
    house.credit("Léa", "bantu", 20_001);
    expect([lea().finds!.n, house.hasFound(lea(), "bantu", 20_001)]).toEqual([2, false]);
    const { finds: _, ...coming } = lea();
    house.join([coming]);
    expect(lea().finds!.n).toBe(2);
    expect(house.unpacked(house.packed({ members: [lea()], games: [] }), isGame).members).toEqual([lea()]);
    expect(house.isMembers([{ ...lea(), finds: { n: -1, last: {} } }])).toBe(false);
  });
  test("are found by a former name", () => {
    house.welcome("Léa");
    house.change("Léa", { name: "Léonie" });
    expect(house.whoIs("LÉA")?.name).toBe("Léonie");
  });
  test("are no more than a dozen", () => {
    for (let n = 0; n < house.MOST; n++) house.welcome(`Ami ${n}`);
    expect(said(() => house.welcome("Tom"))).toBe("ui.household.full");
  });
  test("can be children, and then tables know it", () => {
    house.welcome("Léa");
    house.change("Léa", { child: true });
    const chair = { who: "person", name: "Léa", yours: true };
    expect(house.childAt([chair])).toBe(true);
    expect(house.childAt([{ ...chair, yours: false }])).toBe(false);
  });
});

test("a house is found again, whoever lives there", async () => {
  const text = JSON.stringify([{ name: "Léa", once: [], colour: "red", piece: "bantu", child: false }]);
  vi.stubGlobal("localStorage", { getItem: () => text, setItem: () => undefined });
  vi.resetModules();
  const again = await import("./household");
  expect(get(again.household).map(({ name }) => name)).toEqual(["Léa"]);
  vi.unstubAllGlobals();
});

describe("a household travels", () => {
  test("in a file, whole", () => {
    house.welcome("Léa");
    const games = [{ id: "1", game: "bantu", at: 3, players: [{ name: "Léa", place: 1, bot: "", won: true }] }];
    const file = house.packed({ members: get(house.household), games });
    expect(house.unpacked(file, isGame)).toEqual({ members: get(house.household), games });
  });
  test("and a file of anything else is refused", () => {
    for (const text of ["", "{}", "[1]", '{"household":1,"members":[{"name":""}],"games":[]}', '{"household":2}'])
      expect(said(() => house.unpacked(text, isGame))).toBe("ui.household.bad_file");
  });
  test("in a link, and joins those who are there", () => {
    house.welcome("Léa");
    house.welcome("Tom");
    const link = house.inLink(get(house.household));
    house.household.set([]);
    house.welcome("TOM");
    house.join(house.fromLink(`#${link}`));
    expect(names()).toEqual(["Tom", "Léa"]);
  });
  test("and a broken link holds nobody", () => {
    expect(house.fromLink("#with=%5B%5B1%5D%5D")).toEqual([]);
    expect(house.fromLink("#x")).toEqual([]);
  });
});

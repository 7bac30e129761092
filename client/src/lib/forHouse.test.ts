import { get } from "svelte/store";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  apart,
  eraseForHouse,
  forHouse,
  gamesOfHouse,
  inHouse,
  keepForHouse,
  lookForHouse,
  memberAt,
  people,
} from "./forHouse";
import { household, type Member } from "./household";
import { everyGame } from "./victories";

const member = (name: string, colour: Member["colour"] = "red"): Member => ({
  name,
  once: [],
  colour,
  piece: "",
  child: false,
});
const [lea, tom] = [member("Léa"), member("Tom", "blue")];

/** A server that answers each address, and the requests it was sent. */
function serve(answers: Record<string, unknown>): [string, string, unknown][] {
  const asked: [string, string, unknown][] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => {
    asked.push([init.method ?? "GET", address, init.body ? JSON.parse(init.body as string) : null]);
    const found = Object.entries(answers).find(([path]) => address.split("?")[0] === path);
    return Promise.resolve(new Response(JSON.stringify(found?.[1] ?? { tables: [], pages: 1 })));
  });
  return asked;
}
const kept = (members: Member[], keeper = false) => ({ "/api/household": { kept: true, members, keeper } });

beforeEach(() => {
  household.set([]);
  forHouse.set({ kept: false, members: [], keeper: false });
  vi.stubGlobal("location", { hostname: "192.168.1.5", origin: "http://192.168.1.5:8000" });
});
afterEach(() => vi.unstubAllGlobals());

test("only addresses of a house are asked", () => {
  for (const near of ["localhost", "127.0.0.1", "192.168.1.5", "10.0.0.2", "172.20.1.1", "[fd12::1]"])
    expect(inHouse(near), near).toBe(true);
  for (const far of ["games.example", "172.32.0.1", "8.8.8.8", "10.evil.example", "[2001:db8::1]"])
    expect(inHouse(far), far).toBe(false);
});

describe("what the host keeps for the house", () => {
  test("is beside the people of this device", async () => {
    serve(kept([member("LEA"), tom]));
    household.set([lea]);
    await lookForHouse(true);
    expect(get(people)).toEqual([lea, tom]);
    expect(get(household)).toEqual([lea]);
  });
  test("comes back to the host’s browser", async () => {
    serve(kept([tom], true));
    household.set([lea]);
    await lookForHouse(true);
    expect(get(household)).toEqual([lea, tom]);
  });
  test("is not believed where it is no household", async () => {
    serve(kept([{ ...tom, colour: "puce" } as unknown as Member]));
    await lookForHouse(true);
    expect(get(people)).toEqual([]);
  });
  test("knows its people at other screens", async () => {
    serve(kept([tom]));
    household.set([lea]);
    await lookForHouse(true);
    const at = (name: string, yours: boolean) => get(memberAt)({ who: "person", name, yours })?.name;
    expect([at("tom", false), at("Léa", true), at("Léa", false)]).toEqual(["Tom", "Léa", undefined]);
  });
  test("goes there without the names of others", async () => {
    const asked = serve({ "/api/host/household": { kept: true, members: [lea], keeper: true } });
    const players = [
      { name: "Léa", place: 1, bot: "", won: true },
      { name: "Zoé", place: 2, bot: "", won: false },
    ];
    await keepForHouse([lea], [{ id: "box/1", game: "bantu", at: 7.4, players }]);
    const [[method, path, body]] = asked as [
      [string, string, { games: { at: number; players: { name: string }[] }[] }],
    ];
    expect([method, path, body.games[0]!.at]).toEqual(["PUT", "/api/host/household", 7]);
    expect(body.games[0]!.players.map(({ name }) => name)).toEqual(["Léa", ""]);
    expect(get(forHouse).kept).toBe(true);
  });
  test("has the positions that somebody found, and names that fit", async () => {
    const found = {
      ...lea,
      once: ["Lé", " ", ...Array.from({ length: 9 }, (_, n) => `L${n} `)],
      finds: { n: 1, last: { bantu: 20_000 } },
    };
    const asked = serve({ "/api/host/household": { kept: true, members: [found], keeper: true } });
    await keepForHouse([found], []);
    const { members } = asked[0]![2] as { members: Member[] };
    expect(members).toEqual([{ ...found, once: ["Lé", "L0", "L1", "L2", "L3", "L4", "L5", "L6"] }]);
    expect(get(forHouse).members).toEqual([found]);
  });
  test("goes there without games that no server takes", async () => {
    const asked = serve({ "/api/host/household": { kept: true, members: [lea], keeper: true } });
    const game = (id: string, at: number, name: string, place: number) => ({
      id,
      game: "bantu",
      at,
      players: [{ name, place, bot: "", won: false }],
    });
    await keepForHouse(
      [lea],
      [game("a", 1e300, "Léa", 1), game("b", 1, "Léa", 1.5), game("c", 1, "Zoé", 1), game("d", 1, " LÉA", 2)],
    );
    const { games } = asked[0]![2] as { games: { id: string; players: { name: string }[] }[] };
    expect(games.map(({ id, players }) => [id, players[0]!.name])).toEqual([["d", "LÉA"]]);
  });
  test("is changed in order, one request at a time", async () => {
    const told: string[] = [];
    const answers: (() => void)[] = [];
    vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
      const { members } = JSON.parse(body) as { members: Member[] };
      told.push(members.map(({ name }) => name).join());
      return new Promise((resolve) =>
        answers.push(() => resolve(new Response(JSON.stringify({ kept: true, members, keeper: true })))),
      );
    });
    const [one, other] = [keepForHouse([lea], []), keepForHouse([lea, tom], [])];
    await vi.waitFor(() => expect(answers.length).toBe(1));
    expect(told).toEqual(["Léa"]);
    answers[0]!();
    await one;
    await vi.waitFor(() => expect(answers.length).toBe(2));
    answers[1]!();
    await other;
    expect(told).toEqual(["Léa", "Léa,Tom"]);
    expect(get(forHouse).members).toEqual([lea, tom]);
  });
  test("is not replaced by a browser that has no room for it", async () => {
    serve(kept([tom], true));
    household.set(Array.from({ length: 12 }, (_, n) => member(`P${n}`)));
    await lookForHouse(true);
    expect(get(apart)?.key).toBe("ui.household.full");
    household.set([lea]);
    await lookForHouse(true);
    expect([get(apart), get(household)]).toEqual([null, [lea, tom]]);
  });
  test("counts with the games of this device, each once", async () => {
    const sat = (name: string, place: number) => ({ name, place, bot: "", won: place === 1 });
    const chairs = [
      { seat: 0, who: "person", name: "Léa", level: "", yours: true },
      { seat: 1, who: "person", name: "Tom", level: "", yours: false },
    ];
    const outcome = { returns: [1, 0], ranking: [1, 2], ending: "home" };
    const mine = { id: "t1", game: "bantu", seats: 2, phase: "over", ended_ms: 5, chairs, outcome };
    serve({
      ...kept([tom]),
      "/api/household/games": { games: [{ id: "t1", game: "bantu", at: 5, players: [sat("", 1), sat("Tom", 2)] }] },
      "/api/history": { tables: [mine], pages: 1 },
    });
    await lookForHouse(true);
    expect(await everyGame()).toEqual([{ id: "t1", game: "bantu", at: 5, players: [sat("Léa", 1), sat("Tom", 2)] }]);
  });
  test("is gone once it is erased", async () => {
    serve({ ...kept([tom], true), "/api/host/household": { kept: false, members: [], keeper: true } });
    await lookForHouse(true);
    await eraseForHouse();
    expect([get(forHouse).kept, await gamesOfHouse()]).toEqual([false, []]);
  });
});

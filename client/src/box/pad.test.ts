import { afterEach, expect, test, vi } from "vitest";
import type { Pad } from "./api";
import { leading, nextPlace, tally, unfilled } from "./pad";

/** What the server was asked, and what it answers: a field that it refuses, or the points. */
const asked: unknown[] = [];
function server(...answers: (string | number[] | null)[]): void {
  asked.length = 0;
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    asked.push(JSON.parse(init.body as string));
    const answer = answers.shift();
    if (answer === null || answer === undefined) return Promise.reject(new TypeError("no network"));
    if (typeof answer !== "string")
      return Promise.resolve(Response.json({ points: answer, ranks: [1, 2], remarks: [] }));
    const error = { key: "error.bad_input", args: { field: answer, why: { key: "one_jade" } } };
    return Promise.resolve(Response.json({ error }, { status: 400 }));
  });
}
afterEach(() => vi.unstubAllGlobals());

const pad = {
  options: {},
  table: { first: "red" },
  players: [{ jade: 1, first: "red" }, { jade: 1 }],
  components: null,
};

test("an entry that cannot be is named, and the rest counts", async () => {
  server("players[1].jade", [7, 0]);
  const found = await tally("banjooli-cross", pad);
  expect(found.counted?.points).toEqual([7, 0]);
  expect(found.wrong).toEqual([{ seat: 1, field: "jade", said: { key: "one_jade" } }]);
  expect(asked.at(-1)).toEqual({ ...pad, players: [{ jade: 1, first: "red" }, {}] });
  expect(pad.players[1]).toEqual({ jade: 1 }); // what was entered stays
});

test("a card is filled in when everything is chosen that can be", () => {
  const choices = [{ id: "red" }];
  const fields = [
    { id: "first", choices: "birds" },
    { id: "last", choices },
    { id: "jade", choices: [], option: "" },
  ];
  const berry = { id: "berry", choices, option: "berries" };
  const sheet = { lists: { birds: choices }, table: [fields[0]], player: [...fields, berry] } as unknown as Pad;
  const full = { first: "red", last: "red" };
  expect(unfilled(sheet, {}, { first: "red" }, [full, { first: "red" }, {}])).toEqual([1, 2]);
  expect(unfilled(sheet, {}, {}, [full])).toEqual([-1]);
  expect(unfilled(sheet, { berries: true }, { first: "red" }, [full])).toEqual([0]);
});

test("an entry of the whole table may be wrong, too", async () => {
  server("table.first", [0, 0]);
  expect((await tally("banjooli-cross", pad)).wrong).toMatchObject([{ seat: -1, field: "first" }]);
});

test("what all together cannot have is named at each who has some", async () => {
  server("players.jade", [5, 0]);
  const found = await tally("banjooli-cross", pad);
  expect(found.wrong.map(({ seat }) => seat)).toEqual([0, 1]);
  expect(asked.at(-1)).toEqual({ ...pad, players: [{ first: "red" }, {}] });
});

test("a fault that is no entry ends the counting", async () => {
  for (const field of ["players", "players[0].gold", "players[9].jade"]) {
    server(field);
    expect(await tally("banjooli-cross", pad)).toMatchObject({ counted: null, wrong: [], said: { key: "one_jade" } });
  }
});

test("without a network nothing is counted, and that is said", async () => {
  server(null);
  expect(await tally("banjooli-cross", pad)).toEqual({ counted: null, wrong: [], said: { key: "ui.box.unreachable" } });
});

test("nobody leads without a point", () => {
  expect(leading({ points: [0, 0], ranks: [1, 1] })).toEqual([]);
  expect(leading({ points: [4, 9, 9], ranks: [3, 1, 1] })).toEqual([1, 2]);
});

test("the others share the next place", () => {
  const cases: [number[], number][] = [
    [[0, 0, 0], 0],
    [[0, 1, 0, 0], 2],
    [[1, 1, 0], 3],
    [[1, 3, 0], 2],
    [[0, 2], 1],
  ];
  for (const [places, next] of cases) expect(nextPlace(places)).toBe(next);
});

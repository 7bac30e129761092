import { expect, test } from "vitest";
import type { Chair, TableFacts } from "../net/wire";
import type { Play } from "./play.svelte";
import { awaySoon, comings, nobodyThere, reminder, seen, Waiting } from "./waiting.svelte";

test("a reminder counts within its turn, can be answered and expires", () => {
  expect(reminder({ nudged_ms: -1, heard_ms: -1 }, 1000, 2000, 30_000)).toEqual({ state: "none", left: 0 });
  expect(reminder({ nudged_ms: 900, heard_ms: -1 }, 1000, 2000, 30_000)).toEqual({ state: "none", left: 0 });
  expect(reminder({ nudged_ms: 1500, heard_ms: -1 }, 1000, 2000, 30_000)).toEqual({ state: "sent", left: 29_500 });
  expect(reminder({ nudged_ms: 1500, heard_ms: -1 }, 1000, 40_000, 30_000)).toEqual({ state: "sent", left: 0 });
  expect(reminder({ nudged_ms: 1500, heard_ms: 1600 }, 1000, 2000, 30_000)).toEqual({ state: "heard", left: 29_500 });
  expect(reminder({ nudged_ms: 1700, heard_ms: 1600 }, 1000, 1800, 30_000).state).toBe("sent");
});

test("of whoever is away it is not said that they choose", () => {
  const chair = (seat: number, more: Partial<Chair>): Chair =>
    ({ seat, who: "person", name: `P${seat}`, yours: false, online: true, stand_in: false, ...more }) as Chair;
  const said = (chairs: Chair[], actors: number[]) => nobodyThere({ phase: "playing", chairs }, actors);
  expect(said([chair(0, { yours: true }), chair(1, { online: false })], [1])).toEqual({
    key: "ui.prompt.away",
    args: { who: "P1" },
  });
  expect(said([chair(0, { online: false }), chair(1, { online: false })], [0, 1])?.key).toBe("ui.prompt.away.many");
  expect(said([chair(0, {}), chair(1, { online: false })], [0, 1]), "one of them is there").toBeNull();
  expect(said([chair(1, { online: false, stand_in: true })], [1]), "a bot plays for them").toBeNull();
  expect(said([chair(1, { online: false })], []), "nobody's turn").toBeNull();
});

test("while whose turn it is is away, it is said when one may go on without them", () => {
  const chair = (seat: number, more: Partial<Chair>): Chair =>
    ({
      seat,
      who: "person",
      name: `P${seat}`,
      yours: false,
      online: true,
      stand_in: false,
      declined: false,
      resigned: false,
      absent_ms: -1,
      ...more,
    }) as Chair;
  const said = (chairs: Chair[], now: number) => awaySoon({ phase: "playing", chairs, patience_ms: 60_000 }, [1], now);
  const me = chair(0, { yours: true });
  const gone = chair(1, { online: false, absent_ms: 1000 });
  expect(said([me, gone], 22_000)).toEqual({
    key: "ui.prompt.away.soon",
    args: { who: "P1", since: "0:21", left: "0:39" },
  });
  expect(said([me, gone], 61_000), "now one may").toBeNull();
  expect(said([me, chair(1, {})], 22_000), "they are there").toBeNull();
  expect(said([chair(0, {}), gone], 22_000), "who watches does nothing about it").toBeNull();
});

test("who takes over a seat is no old friend who is back, and is told so", () => {
  const chair = (more: Partial<Chair>): Chair =>
    ({
      seat: 1,
      who: "person",
      name: "Ben",
      level: "",
      yours: false,
      absent_ms: 1000,
      taken_over: 0,
      ...more,
    }) as Chair;
  const said = (...after: Partial<Chair>[]) => comings(seen([chair({})]), after.map(chair));
  const taken = { name: "Zoé", absent_ms: -1, taken_over: 1 };
  expect(said({ absent_ms: -1 })).toEqual([{ key: "ui.away.returned", args: { who: "Ben" } }]);
  expect(said({ absent_ms: -1, yours: true })[0]?.key).toBe("ui.away.welcome");
  expect(said(taken), "the others").toEqual([{ key: "ui.away.taken", args: { who: "Zoé", whom: "Ben" } }]);
  expect(said({ ...taken, yours: true }), "who took it over").toEqual([
    { key: "ui.away.taken.you", args: { who: "Zoé", whom: "Ben" } },
  ]);
  expect(said({}), "still away").toEqual([]);
  expect(comings(seen([chair(taken)]), [chair({ ...taken, absent_ms: -1 })]), "told once").toEqual([]);
});

test("in a game over days absence is normal, and a bot that stands in is shown", () => {
  const chair = (more: Partial<Chair>): Chair =>
    ({ seat: 1, who: "person", name: "Léo", yours: false, online: false, absent_ms: 0, ...more }) as Chair;
  const waiting = (clock: TableFacts["clock"], other: Chair) => {
    const chairs = [{ seat: 0, who: "person", name: "Ada", yours: true, online: true, absent_ms: -1 } as Chair, other];
    const table = { phase: "playing", closed: false, host: true, chairs, clock, patience_ms: 10_000 } as TableFacts;
    const link = { table, state: "connected", tableTime: (now: number) => now, scene: null, since: 0 };
    const { rows, apart } = new Waiting({ link, manner: { hurried: false } } as unknown as Play, () => 20_000);
    return [rows.map(({ says }) => says.key), [...apart]];
  };
  const days = { per: "days", seconds: 259_200, increment: 0 } as const;
  expect(waiting(null, chair({}))).toEqual([["ui.away.since"], [1]]);
  expect(waiting(days, chair({}))).toEqual([[], []]);
  expect(waiting(days, chair({ stand_in: true }))).toEqual([["ui.away.bot_plays"], [1]]);
});

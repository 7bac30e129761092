import { expect, test } from "vitest";
import { bytes, lastOf, stillOpen, sumOf, tablesOf } from "./told";
import type { Overview, Process } from "../lib/hosting";

const table = {
  id: "a",
  game: "tiny",
  phase: "playing" as const,
  people: 2,
  watching: 3,
  made_ms: 1,
  last_ms: 5,
  last: "act",
  closed: false,
};
const process: Process = {
  process: "p",
  up_s: 9,
  sockets: 3,
  relayed: 0,
  lag_p99_ms: 1.5,
  lag_max_ms: 4,
  bots: 1,
  moves: 7,
  free_bytes: 100,
  tables: [table],
};
const told: Overview = {
  now_ms: 9,
  processes: [
    process,
    { ...process, lag_p99_ms: 0.5, lag_max_ms: 30, free_bytes: -1, tables: [{ ...table, id: "b", last_ms: 8 }] },
  ],
  silent: 0,
  database: "",
  log_bytes: 1,
  all_tables: 2,
  announcement: null,
};

test("the tables of all processes are one list, the liveliest first", () => {
  expect(tablesOf(told).map(({ id }) => id)).toEqual(["b", "a"]);
});

test("what is counted is added, and what hurts is the worst of all", () => {
  expect(sumOf(told)).toEqual({ sockets: 6, bots: 2, moves: 14, p99: 1.5, max: 30, free: 100 });
  expect(sumOf({ ...told, processes: [] })).toEqual({ sockets: 0, bots: 0, moves: 0, p99: 0, max: 0, free: -1 });
});

test("says how many tables stayed open, names one, and says why", () => {
  const [a, b, c] = [
    table,
    { ...table, id: "b", game: "bantu", made_ms: new Date(2026, 10, 28, 14, 5).getTime() },
    { ...table, id: "c" },
  ];
  const [unreached, unknown] = [{ key: "error.host.unreached" }, { key: "error.unknown_table" }];
  const name = { key: "ui.host.table", args: { game: { key: "bantu.title" }, when: "14:05" } };
  expect(stillOpen([a, b, c], { c: { error: unknown }, b: { error: unreached } }, "fr")).toEqual({
    key: "ui.host.close.failed",
    args: { n: 2, table: name, why: unreached },
  });
  expect(stillOpen([a, b, c], { b: { error: unknown } }, "fr")).toEqual({
    key: "ui.host.close.failed",
    args: { n: 1, table: name, why: unknown },
  });
  expect(stillOpen([a, b, c], {})).toBeNull();
});

test("every kind of event has words, and one of a later version too", () => {
  expect(lastOf("act")).toBe("ui.host.last.move");
  expect(lastOf("flown")).toBe("ui.host.last.other");
});

test("bytes are told in the unit in which they are read", () => {
  expect(bytes(999, "en")).toBe("999 byte");
  expect(bytes(1_500_000, "en")).toBe("1.5 MB");
  expect(bytes(-1, "en")).toBe("");
});

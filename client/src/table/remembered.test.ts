import { afterEach, expect, test, vi } from "vitest";
import { keep, recall } from "./remembered";

afterEach(() => void vi.unstubAllGlobals());

test("what is kept is found again, table by table", () => {
  const had = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => had.get(key) ?? null,
    setItem: (key: string, value: string) => had.set(key, value),
  });
  expect(recall("reply", "T")).toBe("");
  keep("reply", "T", "4/1");
  expect([recall("reply", "T"), recall("reply", "U"), recall("declined", "T")]).toEqual(["4/1", "", ""]);
  expect([...had.keys()]).toEqual(["ludotheque.reply"]);
});

test("what was kept first is forgotten first, and what is kept anew replaces what was", () => {
  const had = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => had.get(key) ?? null,
    setItem: (key: string, value: string) => had.set(key, value),
  });
  for (let n = 0; n < 150; n++) keep("declined", `T${n}`, "yes");
  keep("declined", "T60", "again");
  const all = JSON.parse(had.get("ludotheque.declined")!) as [string, string][];
  expect(all).toHaveLength(100);
  expect(recall("declined", "T49")).toBe("");
  expect([recall("declined", "T50"), recall("declined", "T60"), recall("declined", "T149")]).toEqual([
    "yes",
    "again",
    "yes",
  ]);
});

test("what is found there and is not ours counts as nothing", () => {
  vi.stubGlobal("localStorage", { getItem: () => '[["T"]]', setItem: () => undefined });
  expect(recall("reply", "T")).toBe("");
});

test("where the browser keeps nothing, it holds as long as the page", () => {
  const no = (): never => {
    throw new Error("refused");
  };
  vi.stubGlobal("localStorage", { getItem: no, setItem: no });
  keep("declined", "V", "yes");
  expect(recall("declined", "V")).toBe("yes");
});

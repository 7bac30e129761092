import { afterEach, expect, test, vi } from "vitest";
import { keep, recall } from "./remembered";

afterEach(() => void vi.unstubAllGlobals());

test("what is kept is found again, table by table", () => {
  const had = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => had.get(key) ?? null, setItem: (key: string, value: string) => had.set(key, value) });
  expect(recall("reply", "T")).toBe("");
  keep("reply", "T", "4/1");
  expect([recall("reply", "T"), recall("reply", "U"), recall("declined", "T")]).toEqual(["4/1", "", ""]);
  expect([...had.keys()]).toEqual(["ludotheque.reply.T"]);
});

test("where the browser keeps nothing, it holds as long as the page", () => {
  const no = (): never => {
    throw new Error("refused");
  };
  vi.stubGlobal("localStorage", { getItem: no, setItem: no });
  keep("declined", "V", "yes");
  expect(recall("declined", "V")).toBe("yes");
});

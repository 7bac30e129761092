import { expect, it, vi } from "vitest";
import { more, recall } from "./hints";

it("counts the hints of each table, with a store or without", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  expect([recall("t"), more("t"), more("t"), recall("t"), recall("other")]).toEqual([0, 1, 2, 2, 0]);
  vi.stubGlobal("localStorage", undefined);
  expect([recall("u"), more("u"), more("u"), recall("u")]).toEqual([0, 1, 2, 2]);
  vi.unstubAllGlobals();
});

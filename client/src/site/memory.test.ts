import { afterEach, expect, it, vi } from "vitest";
import { keep, recall } from "./memory";

/** The caches of a browser. */
function cached() {
  const all = new Map<string, Map<string, Response>>();
  return {
    open: async (name: string) => {
      const one = all.get(name) ?? new Map<string, Response>();
      all.set(name, one);
      return {
        match: async (at: string) => one.get(at)?.clone(),
        put: async (at: string, what: Response) => one.set(at, what),
      };
    },
    delete: async (name: string) => all.delete(name),
  };
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["there is room", { estimate: async () => ({ quota: 1000, usage: 0 }) }, true],
  ["there is little", { estimate: async () => ({ quota: 1000, usage: 990 }) }, false],
  ["the browser says nothing of it", undefined, true],
])("keeps the memory of a start: %s", async (_, storage, isKept) => {
  vi.stubGlobal("caches", cached());
  vi.stubGlobal("navigator", { userAgent: "one", storage });
  await keep("games", "./", new Uint8Array(9));
  expect(await recall("games", "./")).toEqual(isKept ? new Uint8Array(9) : undefined);
});

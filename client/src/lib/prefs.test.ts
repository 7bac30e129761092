import { get } from "svelte/store";
import { afterEach, describe, expect, it, vi } from "vitest";
import { applyLetters, captioned, kept, letters } from "./prefs";

const isNumber = (value: unknown): value is number => typeof value === "number";

describe("what is kept", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("comes back", () => {
    const box = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => box.get(key) ?? null,
      setItem: (key: string, value: string) => box.set(key, value),
    });
    kept("size", 1, isNumber).set(3);
    const again = kept("size", 1, isNumber);
    expect(get(again)).toBe(3);
    again.update((size) => size + 1);
    expect(box.get("ludotheque.size")).toBe("4");
  });

  it("is the usual value where something else was written", () => {
    vi.stubGlobal("localStorage", { getItem: () => '"large"', setItem: () => undefined });
    expect(get(kept("size", 1, isNumber))).toBe(1);
  });

  it("is read again before it is changed, unless only this visit has it", () => {
    const box = new Map<string, string>();
    let full = false;
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => box.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (full) throw new Error("full");
        box.set(key, value);
      },
    });
    const size = kept("size", 1, isNumber);
    expect([size.set(3), size.saved()]).toEqual([true, true]);
    box.set("ludotheque.size", "7"); // by another tab
    size.update((n) => n + 1);
    expect([get(size), box.get("ludotheque.size")]).toEqual([8, "8"]);
    full = true;
    expect([size.set(20), size.saved()]).toEqual([false, false]);
    expect(size.update((n) => n + 1)).toBe(false);
    expect([get(size), box.get("ludotheque.size")]).toEqual([21, "8"]);
  });

  it("holds for the visit where storage is refused", () => {
    const refuse = (): never => {
      throw new Error("refused");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
    const size = kept("size", 1, isNumber);
    size.set(2);
    expect(get(size)).toBe(2);
  });
});

it("writes in the letters that were chosen, from then on", () => {
  const root = { style: { fontSize: "" } };
  applyLetters(root);
  expect(root.style.fontSize).toBe("");
  letters.set("larger");
  expect(root.style.fontSize).toBe("130%");
  letters.set("normal");
  expect(root.style.fontSize).toBe("");
});

describe("captions", () => {
  it("are there for who does without sounds or movement, unless they chose otherwise", () => {
    expect([captioned(null, true, false), captioned(null, false, false), captioned(null, true, true)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([captioned(false, false, true), captioned(true, true, false)]).toEqual([false, true]);
  });
});

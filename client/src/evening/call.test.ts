import { describe, expect, it } from "vitest";
import type { Evening } from "../lib/evenings";
import { callOf, isSaid, type Call } from "./call";

function evening(how: "playing" | "over" | "ended", more: Partial<Evening> = {}): Evening {
  return { closed: false, you: { organiser: false, player: 0, name: "Ada", here: true, table: { table: "t1", number: 3, how }, waits: false }, ...more } as Evening;
}

describe("a call", () => {
  it("leads to the table where one plays, from anywhere else", () => {
    expect(callOf(evening("playing"), { path: "/rules/bantu" })).toMatchObject({ kind: "table", table: "t1", number: 3 });
    expect(callOf(evening("playing"), { path: "/t/t1" })).toBeNull();
    expect(callOf(evening("playing", { closed: true }), { path: "/" })).toBeNull();
    expect(callOf(null, { path: "/" })).toBeNull();
  });

  it("is over with the game, and leads back from its table", () => {
    expect(callOf(evening("over"), { path: "/" })).toBeNull();
    expect(callOf(evening("over"), { path: "/t/t1" })).toMatchObject({ kind: "back", ended: false });
    expect(callOf(evening("ended"), { path: "/t/t1" })).toMatchObject({ kind: "back", ended: true });
  });

  const call = callOf(evening("playing"), { path: "/" })!;
  const next: Call = { ...call, table: "t2", what: "table/t2" };

  it("is said until it was heard, and again only for another table", () => {
    expect(isSaid(call, "", null, { path: "/", board: false })).toBe(true);
    expect(isSaid(call, call.what, null, { path: "/", board: false })).toBe(false);
    expect(isSaid(next, call.what, null, { path: "/", board: false })).toBe(true);
  });

  it("is said over a board only where it came", () => {
    expect(isSaid(call, "", "/t/other", { path: "/t/other", board: true })).toBe(true);
    expect(isSaid(call, "", "/", { path: "/t/other", board: true })).toBe(false);
    expect(isSaid(call, "", null, { path: "/replay/x", board: true })).toBe(false);
  });
});

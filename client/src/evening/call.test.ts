import { describe, expect, it } from "vitest";
import type { Evening } from "../lib/evenings";
import { callOf, isOf, isSaid, leadsAway, type Call } from "./call";

function evening(how: "playing" | "over" | "ended", more: Partial<Evening> = {}): Evening {
  return {
    closed: false,
    you: { organiser: false, player: 0, name: "Ada", here: true, table: { table: "t1", number: 3, how }, waits: false },
    ...more,
  } as Evening;
}

describe("a call", () => {
  it("leads to the table where one plays, from anywhere else", () => {
    expect(callOf(evening("playing"), { path: "/rules/bantu" })).toMatchObject({
      kind: "table",
      table: "t1",
      number: 3,
    });
    expect(callOf(evening("playing"), { path: "/t/t1" })).toBeNull();
    expect(callOf(evening("playing", { closed: true }), { path: "/" })).toBeNull();
    expect(callOf(null, { path: "/" })).toBeNull();
  });

  it("ends with the game, whose button leads back even from an ended table", () => {
    for (const path of ["/", "/t/t1"]) expect(callOf(evening("over"), { path })).toBeNull();
    expect(callOf(evening("ended"), { path: "/" })).toBeNull();
    expect(callOf(evening("ended"), { path: "/t/t1" })).toMatchObject({ kind: "back" });
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

  it("takes nobody away from a game that is not the evening's", () => {
    const now = evening("playing", {
      history: [{ tables: [{ number: 3, table: "t1", how: "over", seats: [] }], wait: [] }],
    });
    expect(["t1", "t2"].map((table) => isOf(now, table))).toEqual([true, false]);
    expect(["/", "/rules/bantu", "/t/t1", "/t/t2"].map((path) => leadsAway(now, { path }))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isOf(null, "t1")).toBe(false);
  });
});

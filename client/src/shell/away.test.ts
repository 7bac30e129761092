import { expect, it } from "vitest";
import type { Listed } from "../lib/api";
import { isAway, withOne, without } from "./away";

const table = (id: string, at_ms = 5): Listed => ({ id, game: "tiny", seats: 2, phase: "playing", chairs: [], at_ms });
const broken: Listed = { id: "x", game: "tiny", closed: { key: "error.table_unreadable" } };

it("is listed again once something happens there", () => {
  const away = withOne({}, table("a"));
  expect([isAway(table("a"), away), isAway(table("a", 6), away), isAway(table("b"), away)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isAway(table("a"), without(away, "a"))).toBe(false);
});

it("may be one that no longer opens", () => expect(isAway(broken, withOne({}, broken))).toBe(true));

it("is forgotten when there are too many, the oldest first", () => {
  let away: Record<string, number> = {};
  for (let n = 0; n < 201; n++) away = withOne(away, table(`t${n}`));
  expect([Object.keys(away).length, away["t0"], away["t200"]]).toEqual([200, undefined, 5]);
});

import { expect, test } from "vitest";
import { afterColon, joined, within } from "./sentences";

test("no two marks meet where sentences are joined", () => {
  expect(joined(["A false call (Sam)! Out: Sam.", "is ready"])).toBe("A false call (Sam)! Out: Sam – is ready");
  expect(joined(["Hop!", "lays a card down", "grabs pawn 3"])).toBe("Hop! – lays a card down, grabs pawn 3");
  expect(joined(["feints: “Banz…”", "is ready"])).toBe("feints: “Banz…”, is ready");
  expect(joined(["rolls 3 dice again", "yellow +3."])).toBe("rolls 3 dice again, yellow +3.");
  expect(joined([])).toBe("");
});

test("what follows a colon begins small, but for names", () => {
  expect(afterColon("The red 4 is home!")).toBe("the red 4 is home!");
  expect(afterColon("À vous")).toBe("à vous");
  expect(afterColon("Sam is out", ["Sam"])).toBe("Sam is out");
  expect([afterColon("Banzaï!"), afterColon("Banzaï\u202f!"), afterColon("Stop! Pawns")]).toEqual([
    "Banzaï!",
    "Banzaï\u202f!",
    "Stop! Pawns",
  ]);
  expect(afterColon("Yellow (3) runs 2 spaces")).toBe("yellow (3) runs 2 spaces");
  expect(afterColon("TOML first")).toBe("TOML first");
  expect(afterColon("")).toBe("");
});

test("what stands within a sentence leaves the full stop to it", () => {
  expect(within("Yellow (3) runs 2 spaces, in the middle.")).toBe("yellow (3) runs 2 spaces, in the middle");
  expect(within("Dans l’eau…")).toBe("dans l’eau…");
});

import { expect, it } from "vitest";
import { Bets } from "./bets.svelte";

it("is settled once, by who is out", () => {
  const bets = new Bets();
  bets.decided([2]);
  expect([bets.made, bets.right]).toEqual([0, 0]);
  bets.lay(2);
  bets.decided([]);
  expect([bets.on, bets.made]).toEqual([2, 0]);
  bets.decided([1, 2]);
  bets.decided([1, 2]);
  expect([bets.on, bets.made, bets.right]).toEqual([-1, 1, 1]);
  bets.lay(0);
  bets.decided([3]);
  expect([bets.made, bets.right]).toEqual([2, 1]);
});

it("can be taken back, and laid anew", () => {
  const bets = new Bets();
  bets.lay(1);
  bets.lay(1);
  expect(bets.on).toBe(-1);
  bets.lay(1);
  bets.lay(3);
  expect(bets.on).toBe(3);
});

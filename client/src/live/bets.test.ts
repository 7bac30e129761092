import { expect, it } from "vitest";
import { Bets, inPlay } from "./bets.svelte";
import type { Scene } from "../net/wire";

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

it("is laid on who can still be out: in a final not on its third player, who is out already", () => {
  const standing = (seat: number, more = {}) => ({ seat, place: `rim.${seat}`, out: false, ...more });
  const standings = [
    standing(0),
    standing(1),
    standing(2, { out: true }),
    standing(3, { place: "", out: true }),
  ] as Scene["standings"];
  const seats = (announcements: unknown[]) =>
    inPlay({ announcements: announcements as Scene["announcements"], standings }).map(({ seat }) => seat);
  expect(seats([])).toEqual([0, 1]);
  expect(
    seats([
      { seat: 1, crown: false },
      { seat: 0, crown: true },
    ]),
  ).toEqual([0]);
});

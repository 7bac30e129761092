import { expect, it } from "vitest";
import { outdated } from "./guest";

it("finds the seats that still have a name which was given up", () => {
  const chair = (seat: number, name: string, yours: boolean, here = false) => ({ seat, name, yours, here });
  const chairs = [chair(0, "Mésange drôle", true), chair(1, "Mésange drôle", false), chair(2, "Léo", true, true), chair(3, "Zoé", true)];
  expect(outdated(chairs, "Zoé", ["Mésange drôle", "Léo"])).toEqual([0]);
  expect(outdated(chairs, "Zoé", [])).toEqual([]);
});

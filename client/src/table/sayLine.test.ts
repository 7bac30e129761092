import { expect, it, vi } from "vitest";
import { USUAL } from "../net/wire.generated";
import type { Message } from "../lib/i18n";
import type { Chair, Move, TableFacts } from "../net/wire";
import { begun } from "../lib/i18n";
import { sayLine, sayMoment, sayParts } from "./sayLine";

vi.mock("../lib/i18n", async (original) => ({
  ...(await original<object>()),
  t: (said: string | Message, more?: Record<string, unknown>) =>
    typeof said === "string" ? (more ? Object.values(more).join(": ") : said) : said.key,
}));

const chairs = [
  { seat: 0, who: "person", name: "Ada" },
  { seat: 1, who: "person", name: "Léo" },
] as Chair[];
const move = (seat: number, title: string | null): Move => ({
  ...USUAL.Move,
  n: 1,
  seat,
  text: "",
  message: { key: "m" },
  moment: title === null ? null : { ...USUAL.Moment, title: { key: title } },
});

it("joins what happened in a turn without two marks meeting", () => {
  const moves = [
    { ...move(0, null), brief: [{ key: "A false call! Out: Ada." }] },
    { ...move(0, null), brief: [{ key: "is ready" }] },
  ];
  expect(sayLine({ from: 1, to: 2, turn: 1, seat: 0, moves }, { chairs } as TableFacts)).toBe(
    "Ada: A false call! Out: Ada – is ready",
  );
});

it("tells what led to a move apart from it", () => {
  const rolled = { ...move(-1, null), prepares: true, brief: [{ key: "2 dice re-rolled" }] };
  const ran = { ...move(0, null), brief: [{ key: "red runs 2" }] };
  const line = { from: 1, to: 2, turn: 1, seat: 0, moves: [rolled, ran] };
  const table = { chairs } as TableFacts;
  const [deed, before] = sayParts(line, table);
  expect(deed + before).toBe(sayLine(line, table));
  expect([deed.includes("red runs 2"), before.includes("2 dice re-rolled"), deed.includes("dice")]).toEqual([
    true,
    true,
    false,
  ]);
  expect(sayParts({ ...line, moves: [ran] }, table)).toEqual(["Ada: red runs 2", ""]);
});

it("says on a card who brought about what it shows, but of chance only what came", () => {
  expect(sayMoment(move(1, "The red one is bewitched"), { chairs })).toBe("Léo: the red one is bewitched");
  expect(sayMoment(move(1, "Ada is saved"), { chairs })).toBe("Léo: Ada is saved");
  expect(sayMoment(move(-1, "a berry"), { chairs })).toBe("a berry");
  expect(sayMoment(move(1, null), { chairs })).toBe("");
});

it("begins a line with a capital", () => {
  expect([begun("l’autruche rouge, au nid"), begun("")]).toEqual(["L’autruche rouge, au nid", ""]);
});

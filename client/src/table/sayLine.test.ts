import { expect, it, vi } from "vitest";
import { USUAL } from "../net/wire.generated";
import type { Message } from "../lib/i18n";
import type { Chair, Move } from "../net/wire";
import { begun, inOne } from "../lib/i18n";
import { sayMoment } from "./sayLine";

vi.mock("../lib/i18n", async (original) => ({
  ...(await original<object>()),
  t: (said: string | Message, more?: Record<string, unknown>) => (typeof said === "string" ? (more ? Object.values(more).join(": ") : said) : said.key),
}));

const chairs = [{ seat: 0, who: "person", name: "Ada" }, { seat: 1, who: "person", name: "Léo" }] as Chair[];
const move = (seat: number, title: string | null): Move => ({ ...USUAL.Move, n: 1, seat, text: "", message: { key: "m" }, moment: title === null ? null : { ...USUAL.Moment, title: { key: title } } });

it("says on a card who brought about what it shows, but of chance only what came", () => {
  expect(sayMoment(move(1, "the red one is bewitched"), { chairs })).toBe("Léo: the red one is bewitched");
  expect(sayMoment(move(-1, "a berry"), { chairs })).toBe("a berry");
  expect(sayMoment(move(1, null), { chairs })).toBe("");
});

it("tells several sentences as one without their stops, and begins a line with a capital", () => {
  expect(inOne(["3 dés à relancer.", "La rouge gagne !", "Fini."])).toBe("3 dés à relancer, La rouge gagne, Fini.");
  expect(inOne(["Les baies…", "rien"])).toBe("Les baies…, rien");
  expect([begun("l’autruche rouge, au nid"), begun("")]).toEqual(["L’autruche rouge, au nid", ""]);
});

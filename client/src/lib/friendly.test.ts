import { afterEach, beforeEach, expect, it, vi } from "vitest";

vi.mock("./i18n", () => ({
  t: (key: string, args: Record<string, string> = {}) =>
    key === "ui.friendly"
      ? `${args["who"]} ${args["how"]}`
      : key === "ui.friendly.who"
        ? "Loutre, Héron"
        : key === "ui.friendly.how"
          ? "agile, sage"
          : key === "ui.box.player"
            ? `Joueur ${args["n"]}`
            : "Moi",
}));
const keeps = vi.hoisted(() => ({ name: "", renamed: [] as string[] }));
vi.mock("./guest", () => ({
  meet: () => Promise.resolve(),
  name: { subscribe: (run: (value: string) => void) => (run(keeps.name), () => undefined) },
  rename: (wanted: string) => Promise.resolve(keeps.renamed.push((keeps.name = wanted))),
}));
const { friendlyName, isGiven, named } = await import("./friendly");

beforeEach(() => ([keeps.name, keeps.renamed] = ["", []]));
afterEach(() => vi.restoreAllMocks());

it("is a plant or an animal, and how it is", () => {
  expect(friendlyName([], () => 0)).toBe("Loutre agile");
  expect(friendlyName([], () => 0.99)).toBe("Héron sage");
});

it("is nobody else's at the table", () => {
  const lots = [0, 0, 0, 0.9];
  expect(friendlyName(["Loutre agile"], () => lots.shift()!)).toBe("Loutre sage");
});

it("is given once, to who has no name", async () => {
  const given = await named();
  expect(given).not.toBe("");
  expect(await named()).toBe(given);
  expect(keeps.renamed).toEqual([given]);
});

it("tells names that nobody chose from names of people", () => {
  expect(["Héron sage", "Loutre agile", "Joueur 2", "Moi"].map(isGiven)).toEqual([true, true, true, true]);
  expect(["Tom", "Héron", "Joueur", "Héron rouge"].map(isGiven)).toEqual([false, false, false, false]);
});

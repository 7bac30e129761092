import { describe, expect, it, vi } from "vitest";
import { viewsFor } from "../live/views";
import { Plan, SITTING } from "../shell/plan.svelte";

vi.hoisted(() => vi.stubGlobal("document", { baseURI: "https://host/games/" }));
vi.mock("../lib/folder", () => ({ inFolder: true, root: "#" }));

describe("where nobody comes from elsewhere", () => {
  it("friends sit at this screen, also where there are no robots", () => {
    const game = {
      name: "bantu",
      seats: [2, 3],
      minutes: [1, 2] as [number, number],
      options: [],
      ready: "ready" as const,
    };
    const plan = new Plan(game, ["easy"], "easy", "Zoë");
    plan.invite();
    plan.seat(3);
    expect(plan.order().chairs.map(({ who }) => who)).toEqual(["me", "here", "here"]);
    expect(new Plan(game, [], "", "Zoë").order().chairs.map(({ who }) => who)).toEqual(["me", "here"]);
    expect(SITTING).not.toContain("link");
  });

  it("a screen is its own, or lies flat between those who sit around it", () => {
    expect([viewsFor(0, true, true), viewsFor(1, true, true), viewsFor(2, true, false)]).toEqual([
      ["own"],
      ["own"],
      ["own", "flat"],
    ]);
  });
});

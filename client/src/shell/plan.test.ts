import { describe, expect, it } from "vitest";
import type { GameInfo, Option } from "../lib/api";
import type { Member } from "../lib/household";
import { choicesFor, fits, Plan, takesOver } from "./plan.svelte";

const option = (name: string, usual: Option["default"], seats: number[] | null = null): Option => ({
  name,
  default: usual,
  choices: null,
  minimum: null,
  maximum: null,
  seats,
});
const game: GameInfo = {
  name: "pebbles",
  seats: [2, 3, 4],
  minutes: [10, 20],
  options: [option("long", false), option("duel", true, [2])],
  ready: "ready",
};

describe("a plan", () => {
  it("begins with me against the usual bot", () => {
    expect(new Plan(game, ["random", "greedy", "master"], "greedy", "Zoé").order()).toEqual({
      game: "pebbles",
      seats: 2,
      options: { long: false, duel: true },
      first: "lot",
      chairs: [
        { who: "me", name: "Zoé" },
        { who: "bot", level: "greedy" },
      ],
    });
  });

  it("invites everybody, however many are wanted, where it is for friends", () => {
    const plan = new Plan(game, ["random", "greedy"], "greedy", "Zoé");
    plan.invite();
    plan.seat(4);
    expect(plan.order().chairs.map(({ who }) => who)).toEqual(["me", "link", "link", "link"]);
    expect(plan.waiting).toBe(3);
  });

  it("seats friends at this screen and fills further seats not yet given", () => {
    const plan = new Plan(game, ["random", "greedy"], "greedy", "Zoé");
    plan.invite();
    plan.seat(3);
    plan.give(2, "bot");
    plan.invite("here");
    plan.seat(4);
    expect(plan.order().chairs.map(({ who }) => who)).toEqual(["me", "here", "bot", "here"]);
    expect(plan.waiting).toBe(0);
    plan.invite("link");
    expect(plan.order().chairs.map(({ who }) => who)).toEqual(["me", "link", "bot", "link"]);
  });

  it("begins a game of quickness against the slowest bot, and any other against the usual one", () => {
    const bots = ["random", "greedy", "master"];
    expect(new Plan({ ...game, timed: true }, bots, "greedy", "Zoé").chairs[1]?.level).toBe("random");
    expect(new Plan(game, bots, "greedy", "Zoé").chairs[1]?.level).toBe("greedy");
  });

  it("is open to strangers only where people come", () => {
    for (const [timed, who, company] of [
      [true, "link", "strangers"],
      [true, "bot", undefined],
      [false, "link", "strangers"],
      [false, "bot", undefined],
    ] as const) {
      const plan = new Plan({ ...game, timed }, ["greedy"], "greedy", "Zoé");
      plan.give(1, who);
      plan.strangers = true;
      expect(plan.order().company).toBe(company);
    }
  });

  it("gives a head start only in a game of quickness", () => {
    for (const [timed, given] of [
      [true, { handicap_ms: 150 }],
      [false, {}],
    ] as const) {
      const plan = new Plan({ ...game, timed }, ["greedy"], "greedy", "Zoé");
      plan.chairs[0]!.handicap = 150;
      expect(plan.order().chairs).toEqual([
        { who: "me", name: "Zoé", ...given },
        { who: "bot", level: "greedy" },
      ]);
    }
  });

  it("asks people to come where there are no bots", () => {
    const plan = new Plan(game, [], "greedy", "Zoé");
    expect(plan.chairs[1]?.who).toBe("link");
    expect(plan.waiting).toBe(1);
  });

  it("keeps chairs and drops options when the number changes", () => {
    const plan = new Plan(game, ["greedy"], "greedy", "Zoé");
    plan.give(1, "here");
    plan.chairs[1]!.name = " Léo ";
    plan.seat(3);
    plan.first = 2;
    expect(plan.order().chairs).toEqual([
      { who: "me", name: "Zoé" },
      { who: "here", name: "Léo" },
      { who: "bot", level: "greedy" },
    ]);
    expect(plan.order().options).toEqual({ long: false });
    plan.seat(2);
    expect(plan.order().first).toBe("lot");
  });

  it("seats no more than a box of one's own is enough for", () => {
    const plan = new Plan(game, ["greedy"], "greedy", "Zoé");
    plan.seat(3);
    plan.box([2]);
    expect([plan.sizes, plan.order().seats]).toEqual([[2], 2]);
    plan.box(null);
    expect(plan.sizes).toEqual(game.seats);
  });

  it("sends a board of one's own only where there is one", () => {
    const plan = new Plan(game, ["greedy"], "greedy", "Zoé");
    plan.components = "  \n";
    expect("components" in plan.order()).toBe(false);
    plan.components = "[board]";
    expect(plan.order().components).toBe("[board]");
  });
});

it("an option fits all numbers of players, or those it names", () => {
  expect([fits(game.options[0]!, 4), fits(game.options[1]!, 4), fits(game.options[1]!, 2)]).toEqual([
    true,
    false,
    true,
  ]);
});

it("tells from how many players on there is an option", () => {
  const options = [
    option("more", false, [3, 4]),
    option("three", false, [3]),
    option("duel", true, [2]),
    { ...option("late", false, [4]), when: ["more", true] as [string, boolean] },
  ];
  const plan = new Plan({ ...game, options }, [], "greedy", "Zoé");
  const later = (): [string, number][] => plan.later.map(([one, from]) => [one.name, from]);
  expect(later()).toEqual([["more", 3]]);
  plan.seat(3);
  expect(later()).toEqual([]);
});

it("offers only the choices and options that so many people have", () => {
  const mode: Option = {
    ...option("mode", "duel"),
    choices: ["duel", "teams", "together"],
    choice_seats: { duel: [2, 4], teams: [4] },
  };
  const late: Option = { ...option("late", false), when: ["mode", "together"] };
  const plan = new Plan({ ...game, seats: [1, 2, 4], options: [mode, late] }, [], "greedy", "Zoé");
  expect([plan.seats, choicesFor(mode, 2), plan.order().options]).toEqual([2, ["duel", "together"], { mode: "duel" }]);
  plan.seat(4);
  plan.options["mode"] = "teams";
  expect(plan.order().options).toEqual({ mode: "teams" });
  plan.seat(1);
  expect(plan.order().options).toEqual({ mode: "together", late: false });
  plan.seat(2);
  expect(plan.order().options).toEqual({ mode: "together", late: false });
});

it("the usual choice depends on the number of players, until somebody chooses", () => {
  const length: Option = {
    name: "length",
    default: "long",
    choices: ["long", "short"],
    minimum: null,
    maximum: null,
    seats: null,
    usual: { 2: "short" },
  };
  const plan = new Plan({ ...game, seats: [2, 3], options: [length] }, [], "greedy", "Zoé");
  expect(plan.options["length"]).toBe("short");
  plan.seat(3);
  expect(plan.options["length"]).toBe("long");
  plan.options["length"] = "short";
  plan.seat(2);
  expect(plan.options["length"]).toBe("short");
  plan.options["length"] = "long";
  plan.seat(3);
  plan.seat(2);
  expect(plan.order().options["length"]).toBe("short"); // what is usual for three is not a wish
});

it("friends come by the link to every seat but one's own", () => {
  const plan = new Plan({ ...game, seats: [3] }, ["greedy"], "greedy", "Zoé");
  plan.invite();
  expect(plan.order().chairs.map(({ who }) => who)).toEqual(["me", "link", "link"]);
});

describe("people of the household", () => {
  const member = (name: string, child = false): Member => ({ name, once: [], colour: "red", piece: "", child });
  const members = [member("Léa"), member("Tom"), member("Emma", true), member("Ada"), member("Max")];
  const [lea, tom, emma, ada, max] = members as [Member, Member, Member, Member, Member];
  const chairs = (plan: Plan): string[] =>
    plan.order().chairs.map((each) => (each.who === "me" ? each.who : (each.name ?? each.level ?? each.who)));

  it("sit down by a tap, and the table grows", () => {
    const plan = new Plan(game, ["random", "greedy"], "greedy", "Zoé");
    for (const each of [lea, tom, ada]) plan.seatMember(each, members);
    expect([plan.me, plan.seats, ...chairs(plan)]).toEqual(["Léa", 3, "me", "Tom", "Ada"]);
    plan.seatMember(max, members);
    expect(plan.isFull(members)).toBe(true);
  });

  it("leave by another tap, and I am the next one", () => {
    const plan = new Plan(game, ["random", "greedy"], "greedy", "Zoé");
    for (const each of [lea, tom, lea]) plan.seatMember(each, members);
    expect([plan.me, ...chairs(plan)]).toEqual(["Tom", "me", "greedy"]);
    plan.seatMember(tom, members);
    expect(plan.me).toBe("Zoé");
  });

  it("take the seats of friends who have no name of the house", () => {
    const plan = new Plan(game, ["random", "greedy"], "greedy", "Léa");
    plan.invite("here");
    plan.seatMember(tom, members);
    expect([plan.seats, ...chairs(plan)]).toEqual([2, "me", "Tom"]);
  });

  it("play with the weakest bots and without messages if one is a child", () => {
    const plan = new Plan(game, ["random", "greedy"], "greedy", "Zoé");
    plan.seatMember(emma, members);
    plan.seat(3);
    expect([...chairs(plan), plan.order().chat]).toEqual(["me", "random", "random", false]);
    plan.seatMember(emma, members);
    expect([...chairs(plan), plan.order().chat]).toEqual(["me", "greedy", "greedy", undefined]);
  });
});

it("leaves a device to its owner, whoever plays on it", () => {
  const member = (name: string, child: boolean): Member => ({ name, once: [], colour: "red", piece: "", child });
  const home = [member("Sophie", false), member("Léo", true), member("Max", false)];
  const taken = (called: string, now: string): boolean => takesOver(called, now, home);
  expect([taken("Léo", "Sophie"), taken("Max", "Sophie"), taken("Mésange", "Sophie")]).toEqual([false, false, false]);
  expect([taken("Léo", "Mésange"), taken("Sophie", "Mésange"), taken("Zoé", "Mésange")]).toEqual([false, true, true]);
});

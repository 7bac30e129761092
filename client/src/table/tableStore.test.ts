import { beforeEach, describe, expect, it, vi } from "vitest";
import { briefed } from "../learn/progress";
import type { Live } from "../live/live.svelte";
import type { Chair, Choices, Move, Panel, Piece, Scene } from "../net/wire";
import { USUAL } from "../net/wire.generated";
import type { Play } from "./play.svelte";
import { TableStore } from "./tableStore.svelte";

const device = vi.hoisted(() => ({ phone: false }));
vi.mock("../lib/screen", async (original) => ({ ...(await original<object>()), onPhone: () => device.phone }));
vi.mock("../lib/i18n", async (original) => ({
  ...(await original<object>()),
  t: (message: string | { key: string }) => (typeof message === "string" ? message : message.key),
  known: (key: string) => key !== "odd.ready.1",
}));

const chair = (seat: number, more: Partial<Chair> = {}): Chair =>
  ({
    seat,
    name: `P${seat}`,
    who: "person",
    yours: seat === 0,
    online: true,
    resigns_ms: -1,
    nudged_ms: -1,
    heard_ms: -1,
    ...more,
  }) as Chair;
const move = (seat: number, more: Partial<Move> = {}): Move => ({
  ...USUAL.Move,
  n: 0,
  seat,
  text: "m",
  message: { key: `by.${seat}` },
  ...more,
});
const panel = (id: string, kind: string, seat: number, secret = false): Panel =>
  ({ ...USUAL.Panel, id, kind, seat, secret }) as unknown as Panel;
const scene = (more: object = {}): Scene =>
  ({ ...USUAL.Scene, game: "g", prompt: { key: "prompt" }, pieces: [], standings: [], ...more }) as unknown as Scene;

const usual = () => ({
  link: {
    table: {
      game: "g",
      phase: "playing",
      chairs: [chair(0), chair(1)],
      takebacks: [] as unknown[],
      asking: null as unknown,
      clock: null as unknown,
      closed: false,
    },
    scene: scene(),
    moves: [] as Move[],
    you: { seats: [0] },
    said: [] as unknown[],
    layout: null,
  },
  at: null as number | null,
  chatting: false,
  isBranch: false,
  resting: false,
  choices: null as Choices | null,
  get scene(): Scene {
    return this.link.scene;
  },
});
let play: ReturnType<typeof usual>;
let live: { on: boolean; told: { key: string }[] };
let search: string;
let store: TableStore;

beforeEach(() => {
  [device.phone, search] = [false, ""];
  play = usual();
  live = { on: false, told: [] };
  store = new TableStore(play as unknown as Play, live as unknown as Live, () => search);
});

describe("the first game that is offered, and the game in a few lines", () => {
  const both = (): [boolean, boolean] => [store.offered, store.brief];

  it("are for who is about to make a first move", () => {
    expect(both()).toEqual([true, true]);
    play.link.moves = [move(1)];
    expect(both()).toEqual([true, true]);
    play.link.moves = [move(1), move(0)];
    expect([store.made, ...both()]).toEqual([1, false, false]);
  });

  it.each<[string, () => void]>([
    ["who only watches", () => (play.link.you.seats = [])],
    ["who tries out another way", () => (play.isBranch = true)],
    ["who is in a hurry", () => (live.on = true)],
    ["whose clock runs", () => (play.link.table.clock = { per: "game" })],
    ["who is asked for something", () => (play.link.table.asking = { kind: "undo" })],
    ["who has seen the end", () => (play.link.table.phase = "over")],
  ])("are not for %s", (_, change) => {
    change();
    expect(both()).toEqual([false, false]);
  });

  it("have their time where one plays over days", () => {
    play.link.table.clock = { per: "days" };
    expect([store.slow, ...both()]).toEqual([true, true, true]);
  });

  it("offer no first game once somebody was heard, or writes, whatever is said then", () => {
    store.follow();
    expect(store.offered).toBe(true);
    play.chatting = true;
    store.follow();
    play.chatting = false;
    store.follow();
    expect(both()).toEqual([false, true]);
  });

  it("offer no first game while somebody is away or gives up", () => {
    play.link.table.chairs = [chair(0), chair(1, { online: false })];
    expect(both()).toEqual([false, true]);
    play.link.table.chairs = [chair(0), chair(1, { resigns_ms: 5 })];
    expect(both()).toEqual([false, true]);
    play.link.table.chairs = [chair(0, { online: false }), chair(1)];
    expect(both()).toEqual([true, true]);
  });

  it("skip games without such lines, known games, recalled games and those shown elsewhere", () => {
    play.link.table.game = "odd";
    expect(store.brief).toBe(false);
    play.link.table.game = "g2";
    expect(store.brief).toBe(true);
    briefed("g2");
    expect(store.brief).toBe(false);
    play.link.table.game = "g";
    play.link.table.chairs = [chair(0, { nudged_ms: 7, heard_ms: 5 }), chair(1)];
    expect(store.brief).toBe(false);
    play.link.table.chairs = [chair(0, { nudged_ms: 7, heard_ms: 9 }), chair(1)];
    expect(store.brief).toBe(true);
    search = "?view=shared";
    play.link.you.seats = [0];
    play.link.scene = scene({ panels: [panel("h", "hand", 0, true)] });
    search = "?view=hand";
    expect([store.view, store.brief, store.offered]).toEqual(["hand", false, true]);
  });
});

describe("what the end uncovers", () => {
  const mine = panel("h0", "hand", 0);
  const theirs = panel("h1", "hand", 1);
  const ends = (...panels: Panel[]): void => {
    play.link.table.phase = "over";
    play.link.scene = scene({ panels, ending: "all" });
    store.follow();
  };

  it("is the hands, where there was one that not everybody saw", () => {
    play.link.scene = scene({ panels: [panel("h0", "hand", 0, true), panel("bank", "stock", -1)] });
    store.follow();
    expect(store.uncovered).toEqual([]);
    ends(mine, theirs, panel("bank", "stock", -1));
    expect(store.uncovered.map(({ id }) => id)).toEqual(["h0", "h1"]);
  });

  it("is empty with open hands, in games of speed, and for people who arrive after the end", () => {
    ends(mine, theirs);
    expect(store.uncovered).toEqual([]);
    play = usual();
    store = new TableStore(play as unknown as Play, live as unknown as Live, () => "");
    play.link.scene = scene({ panels: [mine, theirs] });
    store.follow();
    ends(mine, theirs);
    expect(store.uncovered).toEqual([]);
    ends(mine, theirs, panel("h2", "hand", 2));
    expect(store.uncovered).toHaveLength(3);
    live.on = true;
    expect(store.uncovered).toEqual([]);
  });

  it("does not stand beside the board of a phone, which keeps its size", () => {
    play.link.scene = scene({ panels: [panel("h0", "hand", 0, true)] });
    store.follow();
    ends(mine, theirs);
    expect([store.steady?.panels.length, store.steady?.ending]).toEqual([2, "all"]);
    device.phone = true;
    expect([store.steady?.panels.map(({ id }) => id), store.steady?.ending]).toEqual([["h0"], ""]);
    expect(store.traced?.panels).toHaveLength(2);
  });
});

describe("secrets", () => {
  it("lie open to who has the screen alone, and are covered at a shared one with each turn", () => {
    expect([...store.looking]).toEqual([0]);
    play.link.you.seats = [0, 1];
    expect([...store.looking]).toEqual([]);
    store.looking = new Set([1]);
    expect([...store.looking]).toEqual([1]);
    store.cover();
    expect([...store.looking]).toEqual([]);
    play.link.you.seats = [0];
    store.looking = new Set();
    store.cover();
    expect([...store.looking], "nobody else looks here").toEqual([]);
  });
});

describe("what is shown for its beat", () => {
  it("is where it happened, and what left the board, as long as it is looked at", () => {
    const pawn = { ...USUAL.Piece, id: "pawn", place: "a1", sprite: "pawn", label: { key: "pawn" } } as Piece;
    const moment = { ...USUAL.Moment, title: { key: "home" }, places: ["a1"], gone: [pawn] };
    play.link.moves = [move(0), move(1, { moment }), move(-1)];
    expect([store.glowing, store.leaving]).toEqual([[], []]);
    play.resting = true;
    expect([store.glowing, store.leaving]).toEqual([["a1"], [pawn]]);
  });
});

describe("what a screen reader is told", () => {
  it("is what happened last and what is to be done, not of the past that is looked at", () => {
    play.link.moves = [move(0), move(1)];
    expect(store.news.replace(/ +/g, " ")).toBe("by.1 prompt");
    play.link.table.closed = true;
    expect(store.news.replace(/ +/g, " ")).toBe("by.1 ui.prompt.closed");
    play.at = 1;
    expect(store.news).toBe("");
  });

  it("is everything heard, in a game of speed", () => {
    play.link.moves = [move(1)];
    [live.on, live.told] = [true, [{ key: "one" }, { key: "two" }]];
    expect(store.news).toMatch(/^one.* two.* prompt$/);
  });
});

describe("whose turn it is", () => {
  it("is mine where others play too, and the table is open", () => {
    play.link.scene = scene({ actors: [0] });
    expect(store.mine).toBe(true);
    play.link.table.closed = true;
    expect(store.mine).toBe(false);
    play.link.table.closed = false;
    play.link.table.chairs = [chair(0), chair(1, { who: "open" })];
    expect(store.mine).toBe(false);
    play.link.table.chairs = [chair(0), chair(1, { who: "bot" })];
    expect(store.mine).toBe(true);
    play.link.scene = scene({ actors: [1] });
    expect(store.mine).toBe(false);
  });
});

it("has a hand reach for the board only where something on the board may be clicked", () => {
  search = "?view=hand";
  const node = (click: string) => ({ ...USUAL.Node, click, action: 1, next: [] });
  const choices = (click: string) => ({ ...USUAL.Choices, seat: 0, keys: [], roots: [0], nodes: [node(click)] });
  play.link.scene = scene({ panels: [panel("h", "hand", 0, true)], places: [{ id: "a1" }] });
  expect([store.view, store.reaching]).toEqual(["hand", false]);
  play.choices = choices("card");
  expect(store.reaching).toBe(false);
  play.choices = choices("a1");
  expect(store.reaching).toBe(true);
  live.on = true;
  expect(store.reaching).toBe(false);
});

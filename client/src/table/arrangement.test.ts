import { beforeEach, describe, expect, it } from "vitest";
import type { Layout, Panel, Scene } from "../net/wire";
import { USUAL } from "../net/wire.generated";
import { Arrangement } from "./arrangement.svelte";
import type { TableStore } from "./tableStore.svelte";

const PHONE = [390, 664] as const;
const TALL_PHONE = [412, 915] as const;
const SIDEWAYS = [844, 390] as const;
const DESK = [1280, 800] as const;

const layout = (width: number, height: number, more: Partial<Layout> = {}): Layout =>
  ({ ...USUAL.Layout, id: "l", width, height, places: [], label: { key: "l" }, ...more }) as Layout;
const panel = (passing: boolean): Panel => ({ ...USUAL.Panel, id: "p", kind: "stock", passing }) as unknown as Panel;

const usual = () => ({
  view: "own",
  flat: false,
  live: { on: false },
  table: { phase: "playing", chairs: [{ yours: true, resigned: false }] },
  scene: { panels: [] as Panel[] } as unknown as Scene,
  play: { at: null, link: { layout: layout(4, 3) as Layout | null } },
});
let store: ReturnType<typeof usual>;
let size: readonly [number, number];
let page: Arrangement;
/** The players with a row of their own. */
let apart: Set<number>;

beforeEach(() => {
  [store, size, apart] = [usual(), DESK, new Set()];
  page = new Arrangement(store as unknown as TableStore, { apart }, () => size);
});

describe("a board with nothing beside it", () => {
  const bare = (): boolean => page.bare;

  it("is as large as a phone allows, and gives up the goal's room only on a low one", () => {
    const seen = [PHONE, TALL_PHONE, SIDEWAYS, DESK].map((screen) => {
      size = screen;
      return [page.wide, page.bare, page.low];
    });
    expect(seen).toEqual([
      [false, true, true],
      [false, true, false],
      [false, true, false],
      [true, false, false],
    ]);
  });

  it.each<[string, () => void]>([
    ["in a hurry", () => (store.live.on = true)],
    ["on a screen that is a hand", () => (store.view = "hand")],
    ["where something stays beside it", () => (store.scene.panels = [panel(false)])],
    ["where trays stand at its sides", () => (store.play.link.layout = layout(4, 3, { trays: "beside" }))],
    ["where it may be turned", () => (store.play.link.layout = layout(4, 3, { turns: true }))],
    ["before its layout is known", () => (store.play.link.layout = null)],
  ])("is not there %s", (_, change) => {
    size = PHONE;
    expect(bare()).toBe(true);
    change();
    expect([bare(), page.low, page.stocked]).toEqual([false, false, false]);
  });

  it("keeps the room of what was still to be placed", () => {
    size = PHONE;
    page.follow();
    expect([page.stocking, page.stocked]).toEqual([false, false]);
    store.scene.panels = [panel(true)];
    page.follow();
    expect([page.stocking, page.stocked]).toEqual([true, true]);
    store.scene.panels = [];
    expect([page.stocking, page.stocked]).toEqual([false, true]);
    size = DESK;
    expect(page.stocked).toBe(false);
  });
});

describe("a board higher than it is wide", () => {
  it("has the whole height of a wide screen", () => {
    store.play.link.layout = layout(100, 114);
    expect(page.tall).toBe(false);
    store.play.link.layout = layout(100, 116);
    expect([page.tall, page.ratio]).toEqual([true, 100 / 116]);
    size = PHONE;
    expect(page.tall).toBe(false);
    size = DESK;
    store.play.link.layout = layout(100, 116, { turns: true });
    expect(page.tall).toBe(false);
    store.play.link.layout = null;
    expect([page.tall, page.ratio]).toEqual([false, null]);
  });
});

describe("on a phone", () => {
  it("tells the goal beside a board that lies sideways, except in a game of speed", () => {
    size = SIDEWAYS;
    expect(page.aside).toBe(true);
    store.live.on = true;
    expect(page.aside).toBe(false);
  });

  it("has what one may do beside playing in the menu too, as long as one plays", () => {
    expect(page.acting).toBe(false);
    size = PHONE;
    expect(page.acting).toBe(true);
    store.table.chairs = [{ yours: true, resigned: true }];
    expect(page.acting).toBe(false);
  });

  it("opens the drawer from the top in a game of speed, unless the screen lies flat", () => {
    size = PHONE;
    expect(page.draws).toBe(false);
    store.live.on = true;
    expect(page.draws).toBe(true);
    store.flat = true;
    expect(page.draws).toBe(false);
  });
});

describe("the line beneath the board", () => {
  const ended = (seats: number, ending = "won"): boolean => {
    store.table = { phase: "over", chairs: Array(seats).fill({}), outcome: { ending } } as never;
    Object.assign(store.play, { over: true });
    return page.lined;
  };

  it("gives way to a ranking of three on a phone held sideways", () => {
    size = SIDEWAYS;
    expect(page.lined).toBe(true);
    expect([ended(2), ended(3), ended(3, "called_off")]).toEqual([true, false, true]);
    size = PHONE;
    expect(ended(3)).toBe(true);
  });
});

describe("who is away", () => {
  it("have their own row on a phone below at most three others, unless the board has room", () => {
    size = TALL_PHONE;
    store.table.chairs = Array.from({ length: 4 }, () => ({ yours: false, resigned: false }));
    expect(page.parted).toBe(false);
    apart.add(3);
    expect(page.parted).toBe(true);
    size = DESK;
    expect(page.parted).toBe(false);
    [size, store.live.on] = [TALL_PHONE, true];
    expect(page.parted).toBe(false);
    [size, store.live.on] = [PHONE, false];
    expect([page.low, page.parted]).toEqual([true, false]);
  });
});

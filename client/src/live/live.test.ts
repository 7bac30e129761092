import { describe, expect, it } from "vitest";
import type { Choices, Layout, Node, Photo, PhotoRow, Piece, Place, Scene } from "../net/wire";
import { hit } from "../scene/piecePositions";
import { turnedLayout, turnedPoint } from "../scene/turning";
import {
  awaited,
  calls,
  hand,
  hurried,
  instant,
  keptCalls,
  keptPlaces,
  keyed,
  named,
  openCalls,
  stillIn,
  struck,
  targets,
  withoutHands,
} from "./seatControls";
import { left } from "./due";
import { apartFrom, nameAt, seated, wrapped } from "./seatPositions";
import { SHAKES, SOUNDS } from "./sounds";
import { count } from "./count";
import { between, close, margin, parts, pictured, strip, told, inSeconds } from "./photoFinish";
import { viewOf } from "./views";
import { middle, ROOMY, sides, zones } from "./zones";
import { USUAL } from "../net/wire.generated";

const node = (click: string, action: number, more: Partial<Node> = {}): Node => ({
  ...USUAL.Node,
  click,
  action,
  ...more,
});
const piece = (id: string, place: string, more: Partial<Piece> = {}): Piece => ({
  ...USUAL.Piece,
  id,
  sprite: "x",
  place,
  label: { key: id },
  ...more,
});
const place = (id: string): Place => ({ ...USUAL.Place, id, x: 0, y: 0, w: 60, h: 90, label: { key: id } });
const choices: Choices = {
  ...USUAL.Choices,
  seat: 1,
  keys: ["k"],
  more: false,
  buttons: [
    { ...USUAL.Button, id: "win", label: { key: "win" }, loud: true, lit: false, hotkey: "b" },
    { ...USUAL.Button, id: "stop", label: { key: "stop" }, loud: true, hotkey: "s" },
    { ...USUAL.Button, id: "fox", label: { key: "fox" }, hotkey: "f" },
    { ...USUAL.Button, id: "pass", label: { key: "pass" } },
  ],
  nodes: [
    node("win", 1, { raced: true }),
    node("stop", -1, { next: [2] }),
    node("fox", 2),
    node("c1", 3),
    node("p2", 5, { raced: true }),
    node("p10", 6, { raced: true }),
    node("p1", 4, { raced: true }),
  ],
  roots: [0, 1, 3, 4, 5, 6],
};
const scene = {
  pieces: [
    piece("c2", "h.2", { seat: 1 }),
    piece("c1", "h.1", { seat: 1 }),
    piece("p2", "t", { hotkey: "2" }),
    piece("p10", "t", { hotkey: "10" }),
    piece("p1", "t", { hotkey: "1" }),
    piece("sign", "t", { seat: 2, busy: true }),
  ],
  panels: [
    { id: "mine", kind: "hand", seat: 1, places: [place("h.1"), place("h.2")], title: { key: "h" }, lines: [] },
    { id: "theirs", kind: "hand", seat: 2, places: [place("g.1")], title: { key: "g" }, lines: [] },
  ],
  choices: [choices],
} as unknown as Scene;

describe("what a seat has before it", () => {
  it("is its hand from left to right, its calls, and what it may take", () => {
    expect(hand(scene, 1).map((card) => card.piece.id)).toEqual(["c1", "c2"]);
    expect(calls(choices).map(({ id }) => id)).toEqual(["win", "stop"]);
    expect(targets(scene, choices).map(({ id }) => id)).toEqual(["p1", "p2", "p10"]);
    const calm = { ...choices, nodes: choices.nodes.map((node) => ({ ...node, raced: false })) };
    expect(targets(scene, calm).map(({ id }) => id)).toEqual(["p1", "p2", "p10"]);
    expect(targets({ ...scene, pieces: scene.pieces.map((piece) => ({ ...piece, risky: true })) }, calm)).toEqual([]);
    expect(withoutHands(scene, [1]).panels.map(({ id }) => id)).toEqual(["theirs"]);
    expect(awaited(scene)).toEqual([2]);
    expect(hurried(scene)).toBe(true);
    expect(hurried({ ...scene, choices: [{ ...choices, buttons: [], nodes: [node("a", 1)], roots: [0] }] })).toBe(
      false,
    );
  });

  it("keeps every call in its place, whatever may be called", () => {
    const [win, stop, other] = ["win", "stop", "other"].map((id) => ({
      ...USUAL.Button,
      id,
      label: { key: id },
      lit: true,
    }));
    expect(keptCalls([{ ...win!, lit: false }, stop!], [other!, win!])).toEqual([win, stop, other]);
  });

  it("is called by a name, not by a letter, where names stand at the seats", () => {
    const standings = [{ ...USUAL.Standing, seat: 0, tints: ["red"], mark: "A", lines: [] }];
    const pieces = [
      piece("doll", "rim.0", { seat: 0, mark: "A" }),
      piece("pawn", "t", { mark: "1" }),
      piece("union", "t", { mark: "A" }),
    ];
    expect(named({ ...scene, standings, pieces } as unknown as Scene).pieces.map(({ mark }) => mark)).toEqual([
      "",
      "1",
      "A",
    ]);
  });

  it("keeps its place while others are taken", () => {
    const [a, b, c] = [piece("a", "t"), piece("b", "t"), piece("c", "t")];
    const order = (before: Piece[], things: Piece[]): string =>
      keptPlaces(before, things)
        .map(({ id }) => id)
        .join("");
    expect([order([], [a, b]), order([a, b, c], [c]), order([a, b], [b, c]), order([a, b], [])]).toEqual([
      "ab",
      "abc",
      "bc",
      "",
    ]);
  });

  it("has keys, each word told once; who is out has no place where the others have one", () => {
    expect(keyed({ ...scene, choices: [choices, { ...choices, seat: 2 }] }).map(({ hotkey }) => hotkey)).toEqual([
      "b",
      "s",
      "f",
    ]);
    const stands = (...places: string[]): Scene =>
      ({ ...scene, standings: places.map((place, seat) => ({ seat, place })) }) as unknown as Scene;
    expect([
      stillIn(stands("", "a"), [0]),
      stillIn(stands("", "a"), [0, 1]),
      stillIn(stands("", ""), [0]),
      stillIn(stands("", ""), []),
    ]).toEqual([false, true, true, false]);
  });

  it("is shown to all around an open screen without telling what a hand carries", () => {
    const aid = [
      { ...USUAL.AidRow, title: { key: "win" }, what: { key: "w" }, lit: true, button: "win", hotkey: "b" },
      { ...USUAL.AidRow, title: { key: "rule" }, what: { key: "r" } },
    ];
    expect(openCalls({ ...scene, aid }).map(({ id, lit, hotkey }) => [id, lit, hotkey])).toEqual([["win", false, "b"]]);
    expect(openCalls({ ...scene, aid: [] })).toEqual([]);
  });

  it("knows what is done at once from what needs more clicks", () => {
    expect(instant(choices, "win")?.action).toBe(1);
    expect(instant(choices, "stop")).toBeNull();
    expect(instant(choices, "fox")).toBeNull();
  });

  it("is reached by keys: what may follow first, then what may begin", () => {
    expect(struck(scene, choices, [], "B")).toBe("win");
    expect(struck(scene, choices, [], "2")).toBe("p2");
    expect(struck(scene, choices, [], "f")).toBe("");
    expect(struck(scene, choices, [{ click: "stop", nodes: [1] }], "f")).toBe("fox");
    expect(struck(scene, choices, [{ click: "stop", nodes: [1] }], "2")).toBe("p2");
    expect(struck(scene, choices, [], "z")).toBe("");
  });
});

const row = (more: Partial<PhotoRow>): PhotoRow => ({
  seat: 0,
  action: 1,
  text: "grab 1",
  elapsed_ms: 300,
  reaction_ms: 240,
  compensation_ms: 40,
  reach_ms: 50,
  handicap_ms: 0,
  key_ms: 310,
  place: 1,
  result: "taken",
  ...more,
});
const photo = (rows: PhotoRow[]): Photo => ({
  cue: "a",
  kind: "grab",
  slow: false,
  doubtful: false,
  window_ms: 90,
  rows,
});

describe("a photo finish", () => {
  it("puts the hands on one axis in the order they arrived", () => {
    const seen = strip(
      photo([
        row({ seat: 0, key_ms: 322, place: 2, result: "late" }),
        row({ seat: 1, elapsed_ms: 90, compensation_ms: 0, key_ms: 90, place: 0, result: "void" }),
        row({ seat: 2 }),
      ]),
    );
    expect(seen.lanes.map(({ row: { seat } }) => seat)).toEqual([2, 0, 1]);
    expect(seen.lanes[0]).toMatchObject({ reacted: 240, pressed: 260, from: 260, to: 310, key: 310 });
    expect(seen.end).toBe(400);
    expect(seen.ticks).toEqual([0, 100, 200, 300, 400]);
  });

  it("has one's own hands first", () => {
    const rows = [
      row({}),
      row({ seat: 1, key_ms: 322, place: 2, result: "late" }),
      row({ seat: 2, key_ms: 340, place: 3 }),
      row({ seat: 1, key_ms: 500, place: 4 }),
    ];
    expect(strip(photo(rows), [1]).lanes.map((lane) => [lane.row.seat, lane.row.place])).toEqual([
      [1, 2],
      [1, 4],
      [0, 1],
      [2, 3],
    ]);
  });

  it("is a picture where things were grabbed; who called first is one line", () => {
    expect(pictured(photo([row({})]))).toBe(true);
    const calls: Photo = {
      ...photo([row({ seat: 3, action: -1, key_ms: 400 }), row({ seat: 1, key_ms: 431, place: 2, result: "void" })]),
      kind: "call",
    };
    expect(pictured(calls)).toBe(false);
    expect(between(calls)).toEqual({ first: 3, second: 1, n: 31 });
    expect(between({ ...calls, rows: calls.rows.slice(0, 1) })).toBeNull();
    expect(between({ ...calls, rows: [calls.rows[0]!, { ...calls.rows[1]!, seat: 3 }] })).toBeNull();
  });

  it("says how close it was, and where nobody can tell", () => {
    const late = (key_ms: number): Photo => photo([row({}), row({ seat: 1, key_ms, place: 2, result: "late" })]);
    expect(close(late(322.4))).toEqual({ key: "ui.photo.margin", args: { s: inSeconds(12) } });
    expect(close(late(318))).toEqual({ key: "ui.photo.level" });
    expect(close(late(305))).toEqual({ key: "ui.photo.level" });
    expect(close(photo([row({})]))).toBeNull();
  });

  it("shows what was given as a way back", () => {
    expect(strip(photo([row({ reach_ms: 0, handicap_ms: 80, key_ms: 180 })])).lanes[0]).toMatchObject({
      pressed: 260,
      from: 180,
      to: 260,
    });
  });

  it("is told in words, with only what there is", () => {
    const seen = strip(photo([row({}), row({ seat: 1, key_ms: 322.4, place: 2, result: "late" })]));
    expect(told(seen.lanes[1]!, "Léa")).toEqual({ key: "ui.photo.late", args: { who: "Léa", s: inSeconds(322) } });
    expect([inSeconds(1550, "fr"), inSeconds(322.4, "en"), inSeconds(500, "fr", 0)]).toEqual(["1,55", "0.32", "0,5"]);
    expect(parts(seen.lanes[0]!).map(({ key }) => key)).toEqual([
      "ui.photo.reaction",
      "ui.photo.waited",
      "ui.photo.compensation",
      "ui.photo.reach",
    ]);
    expect(parts(seen.lanes[0]!)[0]!.args, "to the millisecond for who asks").toEqual({ ms: 240 });
    expect(margin(photo([row({}), row({ key_ms: 322.4, place: 2, result: "late" })]))).toBe(12);
    expect(margin(photo([row({}), row({ key_ms: 60, place: 2, result: "early" })]))).toBeNull();
    expect(margin(photo([row({}), row({ action: 2, key_ms: 315, place: 2, result: "taken" })]))).toBeNull();
  });
});

describe("how a table is looked at", () => {
  it("is flat between several who race on one screen, unless they chose otherwise", () => {
    expect([viewOf("", 2, true), viewOf("", 2), viewOf("", 1, true), viewOf("", 0, true)]).toEqual([
      "flat",
      "own",
      "own",
      "own",
    ]);
    expect([
      viewOf("?view=own", 2, true),
      viewOf("?view=hand", 1, true),
      viewOf("?view=hand", 2, true),
      viewOf("?view=shared", 0, true),
    ]).toEqual(["own", "hand", "flat", "shared"]);
  });
});

describe("zones of a screen lying flat", () => {
  it("are shallow where a hand has room beside the calls, so that the board is large", () => {
    const [wide, slim] = [zones(2, 1280, 800), zones(4, 1280, 800)];
    expect([wide[0]!.w >= ROOMY, wide[0]!.h, middle(2, 1280, 800)]).toEqual([true, 180, [0, 180, 1280, 440]]);
    expect(slim[0]!.w < ROOMY).toBe(true);
    expect(slim[0]!.h).toBeCloseTo(224);
  });

  it("seat everybody clockwise, each turned to their edge, none over another", () => {
    const [near, far] = zones(2, 390, 844);
    expect([near!.h, far!.h, middle(2, 390, 844)[3]]).toEqual([227, 227, 390]); // on a phone a square is left for the board
    expect(zones(2, 1200, 800).map(({ side, angle }) => [side, angle])).toEqual([
      ["bottom", 0],
      ["top", 180],
    ]);
    expect(zones(8, 800, 800).map(({ side }) => side)).toEqual([
      "bottom",
      "bottom",
      "bottom",
      "left",
      "top",
      "top",
      "top",
      "right",
    ]);
    expect(sides(5, true)).toEqual({ bottom: 3, left: 0, top: 2, right: 0 });
    expect(sides(3, false)).toEqual({ bottom: 0, left: 2, top: 0, right: 1 });
    for (let count = 1; count <= 12; count++)
      for (const [width, height] of [
        [1200, 800],
        [800, 1200],
      ] as const) {
        const boxes = zones(count, width, height).map(({ x, y, w, h, angle }) =>
          angle % 180 === 0 ? [x, y, w, h] : [x, y, h, w],
        );
        const [mx, my, mw, mh] = middle(count, width, height);
        boxes.push([mx + mw / 2, my + mh / 2, mw, mh]);
        expect(boxes.length).toBe(count + 1);
        boxes.forEach(([x, y, w, h], i) => {
          expect(x! - w! / 2).toBeGreaterThanOrEqual(-1e-6);
          expect(y! + h! / 2).toBeLessThanOrEqual(height + 1e-6);
          for (const [ox, oy, ow, oh] of boxes.slice(i + 1))
            expect(Math.abs(x! - ox!) >= (w! + ow!) / 2 - 1e-6 || Math.abs(y! - oy!) >= (h! + oh!) / 2 - 1e-6).toBe(
              true,
            );
        });
      }
  });

  it("go clockwise along an edge", () => {
    const [first, second] = zones(6, 1200, 800).filter(({ side }) => side === "bottom");
    expect(first!.x).toBeGreaterThan(second!.x);
  });
});

describe("a board turned", () => {
  it("brings the right-hand side to the bottom by a quarter", () => {
    const [x, y] = turnedPoint(300, 150, 90, 300, 300);
    expect([Math.round(x), Math.round(y)]).toEqual([150, 300]);
  });

  it("keeps the shapes of places upright, and takes those that come and go along", () => {
    const layout = { width: 300, height: 300, places: [{ ...place("a"), x: 300, y: 150 }] } as unknown as Layout;
    const [lying, pawn] = turnedLayout(layout, [{ ...place("p"), x: 150, y: 50 }], 90).places;
    expect([Math.round(lying!.x), Math.round(lying!.y), lying!.w, lying!.h]).toEqual([150, 300, 60, 90]);
    expect([pawn!.id, Math.round(pawn!.x), Math.round(pawn!.y)]).toEqual(["p", 250, 150]);
    expect(turnedLayout(layout)).toBe(layout);
  });
});

describe("a finger on the board", () => {
  const spots = new Map([
    ["a", { ...place("a"), x: 0, y: 0, w: 20, h: 20, panel: null }],
    ["b", { ...place("b"), x: 40, y: 0, w: 20, h: 20, panel: null }],
  ]);
  it("hits the nearest thing, and may miss it by a little", () => {
    expect(hit(spots, ["a", "b"], 8, 0, 0)?.id).toBe("a");
    expect(hit(spots, ["a", "b"], 22, 0, 15)?.id).toBe("b");
    expect(hit(spots, ["a"], 22, 0, 5)).toBeUndefined();
    expect(hit(spots, ["c"], 0, 0, 5)).toBeUndefined();
  });
});

describe("sounds", () => {
  it("are short and quiet, and there is one for every name", () => {
    expect(Object.keys(SOUNDS).sort()).toEqual([
      "call",
      "card",
      "dart",
      "feint",
      "gasp",
      "grab",
      "hop",
      "out",
      "push",
      "resume",
      "slide",
      "snap",
      "stop",
      "touch",
      "win",
    ]);
    for (const parts of Object.values(SOUNDS))
      for (const { at, length, gain } of parts) expect([at + length < 0.7, gain <= 0.2]).toEqual([true, true]);
    for (const name of Object.keys(SHAKES)) expect(SOUNDS[name]).toBeDefined();
  });
});

describe("a countdown", () => {
  it("counts from when the scene came, and is not there where nothing or next to nothing is due", () => {
    expect(left(1000, 21_000, 500, 3500)).toBe(17_000);
    expect(left(1000, 21_000, 500, 90_000)).toBe(0);
    expect(left(1000, -1, 500, 600)).toBeNull();
    expect(left(1000, 2200, 500, 600)).toBeNull();
  });
});

describe("seats at the board", () => {
  const spots = new Map([["s.1", { ...place("s.1"), x: 50, y: 90, w: 10, h: 10, panel: null }]]);
  const standings = [
    { seat: 0, place: "s.0" },
    { seat: 1, place: "s.1" },
    { seat: 2, place: "" },
  ];
  it("are their places, and nobody has one who is out", () => {
    const found = seated({ standings, audience: [] } as unknown as Scene, spots, 100, 100);
    expect(found.map(({ seat }) => seat)).toEqual([0, 1]);
    expect(found[1]).toMatchObject({ x: 50, y: 90, r: 5 });
  });
  it("are around the board where the game has none, one's own below", () => {
    const found = seated({ standings: [{ seat: 0 }, { seat: 1 }], audience: [1] } as unknown as Scene, spots, 100, 100);
    expect(found.map(({ y }) => Math.round(y))).toEqual([6, 94]);
  });
  it("say things in lines", () => {
    expect(wrapped("Aïe aïe aïe, mon pied !", 12)).toEqual(["Aïe aïe aïe,", "mon pied !"]);
  });
});

describe("the count before a game", () => {
  it("goes 3, 2, 1, and no further", () => {
    expect([0, 1, 1000, 1999, 2000, 2999, 3000, 3500].map((now) => count(3000, now))).toEqual([3, 3, 2, 2, 1, 1, 1, 1]);
  });
});

describe("a name at the table", () => {
  const pawn = { x: 50, y: 50, w: 20, h: 20 };
  it("stays clear of pawns, moving as little as possible within the board", () => {
    expect(apartFrom([pawn], 50, 90, 15, 5, [0, 100])).toBe(50);
    expect(apartFrom([pawn], 45, 52, 15, 5, [0, 100])).toBe(25);
    expect(apartFrom([pawn], 55, 52, 15, 5, [0, 100])).toBe(75);
    expect(apartFrom([pawn, { ...pawn, x: 75 }], 55, 52, 15, 5, [0, 100])).toBe(25);
    expect(apartFrom([pawn], 55, 52, 45, 5, [0, 100])).toBe(55);
  });

  it("stands at its seat: beside its cards if there is room, else at the side or a line farther", () => {
    const seat = { x: 10, y: 50, r: 5 };
    const card = { x: 25, y: 60, w: 8, h: 12 };
    expect(nameAt([], seat, 10, 5, [0, 100], 100)).toEqual([10, 59]);
    expect(nameAt([card], seat, 12, 5, [-20, 100], 100)).toEqual([9, 59]);
    expect(nameAt([card], seat, 20, 5, [0, 100], 100)).toEqual([20, 43.75]);
    expect(nameAt([card, { ...card, y: 40 }], seat, 20, 5, [0, 100], 100)).toEqual([36.5, 51.75]);
    expect(nameAt([card, { ...card, y: 40 }], seat, 20, 5, [0, 100], 100, [{ x: 60, y: 50 }])).toEqual([20, 74]); // not at another's seat
  });
});

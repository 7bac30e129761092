import { expect, it, vi } from "vitest";
import { USUAL } from "../net/wire.generated";
import type { Chair, Move, Quit } from "../net/wire";
import {
  acts,
  asides,
  isPast,
  keyOf,
  lastSeen,
  lineAt,
  lines,
  opening,
  prepared,
  settled,
  shortly,
  since,
  stepped,
  takenBack,
  told,
  where,
  whyNotBack,
} from "./story";

vi.mock("../lib/i18n", () => ({ known: (key: string) => key === "dealt.many" }));

type Short = [seat: number, turn: number, brief?: string[] | null];
const moves = (all: Short[]): Move[] =>
  all.map(([seat, turn, brief = []], i) => ({
    ...USUAL.Move,
    n: i + 1,
    seat,
    turn,
    text: `${i}`,
    message: { key: `m${i}` },
    brief: brief && brief.map((key) => ({ key })),
  }));
const spans = (all: Short[]): [number, number, number][] =>
  lines(moves(all)).map(({ from, to, seat }) => [from, to, seat]);

it("tells a turn in one line, with the draws before and after what the seat does", () => {
  const turn: Short[] = [
    [-1, 1],
    [-1, 1],
    [0, 1, ["rolls"]],
    [-1, 1],
    [0, 1, ["runs"]],
    [-1, 1, ["finds"]],
    [-1, 2],
    [1, 2, ["keeps"]],
  ];
  expect(spans(turn)).toEqual([
    [1, 6, 0],
    [7, 8, 1],
  ]);
  expect(told(lines(moves(turn))[0]!).map(({ key }) => key)).toEqual(["rolls", "runs", "finds"]);
});

it("leaves out what was drawn before the last action where there is little room", () => {
  const turn = lines(
    moves([
      [0, 1, ["rolls"]],
      [-1, 1, ["red, blue"]],
      [0, 1, ["runs"]],
      [-1, 1, ["finds"]],
    ]),
  )[0]!;
  expect(told(shortly(turn)).map(({ key }) => key)).toEqual(["rolls", "runs", "finds"]);
  const drawn = lines(
    moves([
      [0, 1, ["rolls"]],
      [-1, 1, ["red, blue"]],
    ]),
  )[0]!;
  expect(told(shortly(drawn)).map(({ key }) => key)).toEqual(["rolls", "red, blue"]);
  const dealt = lines(moves([[-1, 1, ["dealt"]]]))[0]!;
  expect(shortly(dealt)).toEqual(dealt);
});

it("separates turns of one seat if the game counts them, and of simultaneous seats", () => {
  expect(
    spans([
      [0, 1, null],
      [0, 2, null],
      [0, 2, null],
    ]),
  ).toEqual([
    [1, 1, 0],
    [2, 3, 0],
  ]);
  expect(
    spans([
      [0, 1, null],
      [1, 1, null],
      [1, 1, null],
      [0, 1, null],
    ]),
  ).toEqual([
    [1, 1, 0],
    [2, 3, 1],
    [4, 4, 0],
  ]);
});

it("tells what comes before the first turn seat by seat, and a long run of draws as one line", () => {
  expect(
    spans([
      [0, 0, null],
      [0, 0, null],
      [1, 0, null],
    ]),
  ).toEqual([
    [1, 2, 0],
    [3, 3, 1],
  ]);
  expect(
    spans([
      [-1, 0, null],
      [-1, 0, null],
      [0, 1],
    ]),
  ).toEqual([
    [1, 1, -1],
    [2, 2, -1],
    [3, 3, 0],
  ]);
  const dealt = moves([
    [-1, 0, null],
    [-1, 0, null],
    [-1, 0, null],
    [-1, 0, null],
    [-1, 0, null],
  ]);
  expect(told(lines(dealt)[0]!)).toEqual([{ key: "ui.moves.chance", args: { n: 5 } }]);
  expect(told(lines(dealt.map((move) => ({ ...move, message: { key: "dealt" } })))[0]!)).toEqual([
    { key: "dealt.many", args: { n: 5 } },
  ]);
});

it("says at least what happened last, and leaves the clock a line of its own", () => {
  expect(
    told(
      lines(
        moves([
          [-1, 1],
          [-1, 1],
        ]),
      )[0]!,
    ),
  ).toEqual([{ key: "m1" }]);
  const rolled = moves([
    [-1, 1],
    [-1, 1],
  ]).map((move) => ({ ...move, message: { key: "dealt" } }));
  expect(told(lines(rolled)[0]!)).toEqual([{ key: "dealt.many", args: { n: 2 } }]);
  expect(told(lines(rolled.slice(1))[0]!)).toEqual([{ key: "dealt" }]);
  expect(
    spans([
      [0, 1, null],
      [-2, 1, null],
      [0, 1, null],
    ]),
  ).toEqual([
    [1, 1, 0],
    [2, 2, -2],
    [3, 3, 0],
  ]);
});

it("steps by turns from wherever one is", () => {
  const all = lines(
    moves([
      [0, 1],
      [0, 1],
      [1, 2],
      [1, 2],
      [0, 3],
    ]),
  );
  expect([stepped(all, 0, 1), stepped(all, 1, 1), stepped(all, 2, 1), stepped(all, 5, 1)]).toEqual([2, 2, 4, 5]);
  expect([stepped(all, 5, -1), stepped(all, 3, -1), stepped(all, 2, -1), stepped(all, 0, -1)]).toEqual([4, 2, 0, 0]);
});

it("knows what happened since one's last move, and where", () => {
  const all = lines(
    moves([
      [0, 1],
      [1, 2],
      [2, 3],
    ]),
  );
  expect([since(all, [0]), since(all, [2]), since(all, [7]), since(all, [])]).toEqual([1, 3, 0, 2]);
  const [went] = moves([[0, 1]]);
  const motion = { ...USUAL.Motion, piece: "p", path: ["a", "b"], kind: "slide" };
  expect(
    where({
      moves: [
        { ...went!, motions: [motion] },
        { ...went!, trace: ["c", "d"] },
      ],
    }),
  ).toEqual(["b", "c", "d"]);
});

it("leaves the last trace on the board while dice are rolled and kept", () => {
  const all = moves([
    [0, 1],
    [-1, 2],
    [1, 2],
  ]);
  expect([lastSeen(all, 0)?.n, lastSeen(all, 1)?.n, lastSeen(all, 3)?.n]).toEqual([undefined, 1, 3]);
  expect(lastSeen([{ ...all[0]!, trace: ["a1"] }, ...all.slice(1)], 3)?.n).toBe(1);
});

it("gives a line to a player who quit, after that turn, without a moment of its own", () => {
  const all = lines(
    moves([
      [0, 1],
      [0, 1],
      [1, 2],
      [2, 3],
    ]),
    [
      { seat: 2, why: "resigned", move: 0 },
      { seat: 1, why: "timed_out", move: 1 },
      { seat: 0, why: "timed_out", move: 1 },
      { seat: -1, why: "called_off", move: 4 },
    ],
  );
  expect(all.map(({ seat, to, quit }) => [quit?.why ?? "", seat, to])).toEqual([
    ["resigned", 2, 0],
    ["", 0, 2],
    ["timed_out", 1, 2],
    ["timed_out", 0, 2],
    ["", 1, 3],
    ["", 2, 4],
    ["called_off", -1, 4],
  ]);
  expect(new Set(all.map(keyOf)).size).toBe(all.length);
  expect(told(all.at(-1)!)).toEqual([{ key: "ui.moves.called_off" }]);
  expect([lineAt(all, 0), lineAt(all, 2)?.seat, lineAt(all, 4)?.seat]).toEqual([undefined, 0, 2]);
  expect([stepped(all, 4, -1), stepped(all, 2, 1)]).toEqual([3, 3]);
  expect(since(all, [0])).toBe(4);
  expect(lines(moves([[0, 1]]), [{ seat: 0, why: "resigned", move: 3 }]).length, "the past knows nothing of it").toBe(
    1,
  );
});

it("keeps a turn in sight while dice are rolled for the next one", () => {
  const all = lines(
    moves([
      [-1, 1],
      [0, 1, ["rolls"]],
      [0, 1, ["runs"]],
      [-1, 2],
      [-1, 2],
      [-1, 2, null],
    ]),
  );
  expect(all.map(({ seat }) => seat)).toEqual([0, -1, -1]);
  expect(acts(all).flatMap((line) => told(line).map(({ key }) => key))).toEqual(["rolls", "runs"]);
  expect(
    acts(
      lines(
        moves([
          [0, 1],
          [-2, 1],
          [-1, 2],
        ]),
      ),
    ).map(({ seat }) => seat),
  ).toEqual([0, -2]);
  const before = lines(
    moves([
      [-1, 0, null],
      [-1, 0, null],
    ]),
  );
  expect(acts(before)).toEqual(before);
});

it("begins a replay at the first decision and ends turns before the next chance", () => {
  const all = moves([
    [-1, 0],
    [-1, 0],
    [-1, 1],
    [0, 1],
    [0, 1],
    [-1, 2],
    [-1, 2],
    [1, 2],
  ]);
  expect([opening(all), opening(moves([[0, 1]])), opening(moves([[-1, 0]])), opening([])]).toEqual([3, 0, 0, 0]);
  expect(
    opening(
      moves([
        [-1, 0],
        [-2, 1],
        [0, 1],
      ]),
    ),
    "what the clock did is no preparation",
  ).toBe(1);
  expect([3, 4, 7, 8].map((at) => settled(all, at))).toEqual([2, 4, 5, 8]);
  // Where draws belong to the turn before them, it ends behind them.
  expect(
    settled(
      moves([
        [0, 1],
        [-1, 1],
        [1, 2],
      ]),
      2,
    ),
  ).toBe(2);
});

it("counts what is taken back by turns, and no draws", () => {
  const mine: Short[] = [
    [0, 1],
    [-1, 1],
    [0, 1],
  ];
  const drawn: Short[] = [
    [-1, 2],
    [-1, 2],
    [-1, 2],
    [-1, 2],
    [-1, 2],
    [-1, 2],
  ];
  expect(takenBack(moves([...mine, ...drawn]), 0)).toEqual({ what: { key: "m2" }, turns: 1 });
  expect(takenBack(moves([...mine, ...drawn, [1, 2], [1, 2]]), 0)?.turns).toBe(2);
  expect(takenBack(moves(drawn), 0)).toBeNull();
});

const chairs = (...who: string[]): Chair[] => who.map((each, seat) => ({ seat, who: each }) as Chair);

it("leaves no line for what somebody alone against robots took back", () => {
  const takebacks = [{ seat: 0, move: 0, seq: 7 }];
  const quits = [{ seat: 1, why: "resigned", move: 0 }] as Quit[];
  expect(asides({ quits, takebacks, chairs: chairs("person", "bot", "bot") }).map(({ why }) => why)).toEqual([
    "resigned",
  ]);
  expect(asides({ quits, takebacks, chairs: chairs("person", "bot", "person") }).map(({ why }) => why)).toEqual([
    "took_back",
    "resigned",
  ]);
});

it("leaves a line for a move that was taken back, and says which where this page saw it", () => {
  const people = chairs("person", "person");
  const takebacks = [
    { seat: 0, move: 0, seq: 7 },
    { seat: 1, move: 1, seq: 9 },
  ];
  const all = lines(
    moves([[0, 1, null]]),
    asides({ quits: [], takebacks, chairs: people }, [{ seq: 9, what: { key: "enters" } }]),
  );
  expect(all.map(({ seat, quit }) => [seat, quit?.why])).toEqual([
    [0, "took_back"],
    [0, undefined],
    [1, "took_back"],
  ]);
  expect(told(all[0]!)).toEqual([{ key: "ui.moves.took_back" }]);
  expect(told(all[2]!)).toEqual([{ key: "ui.moves.took_back.what", args: { what: { key: "enters" } } }]);
  expect(new Set(all.map(keyOf)).size).toBe(3);
  expect(lines([], asides({ quits: [], takebacks: takebacks.slice(0, 1), chairs: people }))).toHaveLength(1);
});

it("lists an undone move before its replacement and keeps it in sight", () => {
  const people = chairs("person", "person");
  const takebacks = [{ seat: 1, move: 2, seq: 9 }];
  const again = lines(
    moves([
      [0, 1],
      [1, 2, ["rolls"]],
      [1, 2, ["runs"]],
    ]),
    asides({ quits: [], takebacks, chairs: people }),
  );
  expect(again.map(({ seat, quit }) => [seat, quit?.why])).toEqual([
    [0, undefined],
    [1, "took_back"],
    [1, undefined],
  ]);
  expect(acts(again).at(-1)).toBe(again[2]);
  expect(since(again, [1]), "nothing is new to who played it").toBe(3);
  expect(
    again.map((line) => isPast(again, line)),
    "what was taken back is past once something was played instead",
  ).toEqual([false, true, false]);
  expect(isPast(again.slice(0, 2), again[1]!)).toBe(false);
  expect(since(again, [0])).toBe(1);
  const before = lines(
    moves([
      [0, 1],
      [1, 2, ["rolls"]],
    ]),
    asides({ quits: [], takebacks, chairs: people }),
  );
  expect(before.map(({ quit }) => quit?.why)).toEqual([undefined, undefined, "took_back"]);
  expect(since(before, [1]), "nor who took it back").toBe(3);
});

it("says why nothing can be taken back", () => {
  const all = moves([
    [-1, 0],
    [0, 1],
    [1, 2],
    [-1, 3],
  ]);
  expect(whyNotBack(all, [0])).toBe("ui.why.undo.late");
  expect(whyNotBack(all.slice(0, 1), [0])).toBe("ui.why.undo.none");
});

it("tells that a time was up where the move was played for that seat, each time on its own", () => {
  const late = [0, 2].map((move) => ({ seat: 0, why: "late" as const, move }));
  const all = lines(
    moves([
      [0, 1, null],
      [1, 2, null],
      [0, 3, null],
    ]),
    late,
  );
  expect(all.map(({ quit, from }) => quit?.why ?? from)).toEqual(["late", 1, 2, "late", 3]);
  expect(told(all[0]!)).toEqual([{ key: "ui.moves.late" }]);
  expect(new Set(all.map(keyOf)).size).toBe(all.length);
});

it("says what was done before what only prepared it", () => {
  const [throws, die, runs] = moves([
    [0, 1, ["rolls"]],
    [-1, 1, ["red, blue"]],
    [0, 1, ["runs"]],
  ]);
  const begun = [
    { ...throws!, prepares: true },
    { ...die!, prepares: true },
  ];
  const [line] = lines([...begun, runs!]);
  expect([told(line!), prepared(line!)].map((all) => all.map(({ key }) => key))).toEqual([
    ["runs"],
    ["rolls", "red, blue"],
  ]);
  const [only] = lines(begun);
  expect([told(only!), prepared(only!)].map((all) => all.map(({ key }) => key))).toEqual([["rolls", "red, blue"], []]);
  expect([told(shortly(line!)), prepared(shortly(line!))].map((all) => all.map(({ key }) => key))).toEqual([
    ["runs"],
    ["rolls"],
  ]);
});

import { expect, test } from "vitest";
import type { Candidate, Weighed } from "../lib/replay";
import {
  accounts,
  accuracy,
  byTurn,
  closer,
  counted,
  faultless,
  faultOf,
  high,
  instead,
  judgedFrom,
  line,
  momentAt,
  percent,
  playedOf,
  signed,
  slope,
  turnsBelow,
} from "./curve";

const points = [0, 4, 8, 10].map((move, i): Weighed => ({
  move,
  seat: 0,
  chances: [0.5 + i / 10, 0.5 - i / 10],
  best: [],
  played: null,
  missed: 0,
}));

test("a seat's line goes from left to right, a larger share higher", () => {
  expect(line(points, 0, 10)).toBe("0,75 144,60 288,45 360,30");
  expect(line(points, 1, 10)).toBe("0,75 144,90 288,105 360,120");
});

test("the drawing is as high as it is usually, and on a phone whole in what is seen", () => {
  expect(high(360, 0)).toBe(160);
  expect(high(360, 100)).toBe(92);
  expect(high(360, 400)).toBe(160);
  expect(high(360, 60)).toBe(64);
});

test("what chance set up before the first decision takes no room", () => {
  expect(line(points.slice(1), 0, 10, 4)).toBe("0,60 240,45 360,30");
  expect(momentAt(points, 0, 10, 4)).toBe(4);
});

test("a click on the curve means the nearest moment that was weighed", () => {
  expect([0, 60, 100, 330, 360].map((x) => momentAt(points, x, 10))).toEqual([0, 0, 4, 10, 10]);
  expect(momentAt([], 10, 10)).toBeNull();
});

test("a table has a row a turn, with what was found at its end", () => {
  const turns = [0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3];
  expect(byTurn(points, (move) => turns[move]!).map(({ turn, point }) => [turn, point.move])).toEqual([
    [0, 0],
    [1, 4],
    [2, 8],
    [3, 10],
  ]);
  expect(byTurn(points, () => 1).map(({ turn, point }) => [turn, point.move])).toEqual([[1, 10]]);
});

test("the signs of two seats stand at different moments", () => {
  const marked = [0, 1].map((seat) => signed(points, seat, 2).map(({ move }) => move));
  expect(marked[0]!.filter((move) => marked[1]!.includes(move))).toEqual([]);
});

test("shares are said as people write them", () => {
  expect(percent(0.544, "en")).toBe("54%");
  expect(percent(0.544, "fr").replace(/\s/g, " ")).toBe("54 %");
});

test("a champion's answer is set beside what was done at the same decision", () => {
  const one = (action: number, value: number): Candidate =>
    ({ action, value, visits: 1, view: { message: { key: `m${action}` } } }) as Candidate;
  const at = (best: Candidate, played: Candidate | null, missed: number): Weighed[] => [
    { ...points[1]!, best: [best], played, missed },
  ];
  const turn = { move: 4, until: 8 };
  expect(instead(at(one(1, 0.6), one(2, 0.4), 0.2), turn)).toMatchObject({
    move: 4,
    best: { action: 1 },
    played: { action: 2 },
  });
  expect(instead(at(one(1, 0.6), one(2, 0.4), 0.2), turn)?.why, "a file may say nothing of it").toBeNull();
  expect(instead([{ ...at(one(1, 0.6), one(2, 0.4), 0.2)[0]!, why: { key: "safe" } }], turn)?.why).toEqual({
    key: "safe",
  });
  expect(instead(at(one(1, 0.41), one(2, 0.4), 0), turn)).toBeNull();
  expect(instead(at(one(1, 0.6), null, 0), turn)).toBeNull();
  expect(instead(points, { move: 5, until: 8 })).toBeNull();
  // Of a turn of several decisions, the first that threw something away.
  const second = { ...at(one(3, 0.7), one(4, 0.5), 0.2)[0]!, move: 6 };
  expect(instead([...at(one(1, 0.41), one(1, 0.41), 0), second], turn)?.move).toBe(6);
});

test("a turn in which nothing was missed is said to be a champion's, as far as that is known", () => {
  const one = (action: number): Candidate =>
    ({ action, value: 0.5, visits: 1, view: { message: { key: `m${action}` } } }) as Candidate;
  const at = (move: number, best: number, played: number | null, missed = 0): Weighed => ({
    ...points[0]!,
    move,
    best: [one(best)],
    played: played === null ? null : one(played),
    missed,
  });
  const moves = [0, -1, 0, 1].map((seat) => ({ seat }));
  const turn = { move: 0, until: 3 };
  expect(faultless([at(0, 1, 1), at(2, 5, 5)], moves, turn)).toBe("same");
  expect(faultless([at(0, 1, 1), at(2, 5, 6)], moves, turn)).toBe("as_good");
  expect(faultless([at(0, 1, 1), at(3, 5, 5)], moves, turn)).toBe("begun");
  expect(faultless([at(0, 1, 2, 0.3), at(2, 5, 5)], moves, turn)).toBeNull();
  expect(faultless([at(0, 1, null), at(2, 5, 5)], moves, turn)).toBeNull();
  expect(faultless([at(2, 5, 5)], moves, turn)).toBeNull();
});

test("a turn bears the sign of its worst decision, where chances were thrown away", () => {
  const at = (move: number, missed: number): Weighed => ({ ...points[0]!, move, missed });
  const found = [at(3, 0.04), at(4, 0.12), at(5, 0.3), at(6, 0.19), at(9, 0.06)];
  expect(faultOf(found, { from: 4, to: 4 })).toBeNull();
  expect(faultOf(found, { from: 4, to: 5 })).toEqual({ sign: "?", name: "mistake", share: 0.12 });
  expect(faultOf(found, { from: 5, to: 7 })).toEqual({ sign: "??", name: "blunder", share: 0.3 });
  expect(faultOf(found, { from: 7, to: 7 })?.sign).toBe("?");
  expect(faultOf(found, { from: 9, to: 9 })).toBeNull();
  expect(faultOf(found, { from: 10, to: 10 })?.sign).toBe("?!");
  const lines = [4, 5, 6, 7, 10].map((n, i) => ({ from: n, to: n, seat: i % 2 }));
  expect(counted(found, lines, [0, 1, 2])).toEqual([
    {
      seat: 0,
      counts: [
        { name: "inaccuracy", n: 1 },
        { name: "blunder", n: 1 },
      ],
    },
    { seat: 1, counts: [{ name: "mistake", n: 2 }] },
    { seat: 2, counts: [] },
  ]);
  expect(counted([at(3, 0.04)], lines, [0, 1])).toEqual([]);
  // Who resigns right after a mistake does not make it twice.
  const resigned = { from: 7, to: 7, seat: 1, quit: {} };
  expect(faultOf(found, resigned)).toBeNull();
  expect(counted(found, [...lines, resigned], [0, 1, 2])).toEqual(counted(found, lines, [0, 1, 2]));
});

test("what a decision cost is the difference of the numbers that are shown for it", () => {
  const one = (action: number, value: number): Candidate =>
    ({ action, value, visits: 1, view: { message: { key: `m${action}` } } }) as Candidate;
  // 54 and 46 of a hundred: eight, though it is 7.1.
  const found = [{ ...points[0]!, best: [one(1, 0.536)], played: one(2, 0.464), missed: 0.071 }];
  expect(faultOf(found, { from: 1, to: 1 })).toEqual({ sign: "?!", name: "inaccuracy", share: 0.08 });
});

test("moves are hardly judged while nobody is seen to lead", () => {
  const shares = (...leads: number[]): Weighed[] =>
    leads.map((lead, move) => ({ ...points[0]!, move, chances: [lead, 1 - lead] }));
  expect(judgedFrom(shares(0.5, 0.52, 0.48, 0.55, 0.62, 0.7), 5)).toBe(4);
  expect(judgedFrom(shares(0.5, 0.6, 0.7, 0.6, 0.5, 0.5), 5)).toBeNull();
  expect(judgedFrom(shares(0.5, 0.52, 0.51), 2)).toBe(Infinity);
  // The result is no judgement, and who wins or loses together is not compared.
  expect(judgedFrom([...shares(0.5, 0.52), { ...points[0]!, move: 2, seat: -1, chances: [1, 0] }], 2)).toBe(Infinity);
  expect(judgedFrom([{ ...points[0]!, chances: [0.4, 0.4] }], 10)).toBeNull();
});

test("no champion is said to agree with what its own figures call worse", () => {
  const one = (action: number, value: number): Candidate =>
    ({ action, value, visits: 1, view: { message: { key: `m${action}` } } }) as Candidate;
  const turn = { move: 0, until: 1 };
  const at = (best: number, played: number, missed: number): Weighed[] => [
    { ...points[0]!, best: [one(1, best)], played: one(2, played), missed },
  ];
  expect(faultless(at(0.66, 0.64, 0), [{ seat: 0 }], turn)).toBe("as_good");
  expect(faultless(at(0.66, 0.635, 0.025), [{ seat: 0 }], turn)).toBe("as_good");
  expect(faultless(at(0.66, 0.6, 0), [{ seat: 0 }], turn)).toBe("unsure");
  expect([
    faultless(at(0.66, 0.6, 0.06), [{ seat: 0 }], turn),
    instead(at(0.66, 0.6, 0.06), turn)?.best.action,
  ]).toEqual([null, 1]);
  expect(instead(at(0.66, 0.635, 0.025), turn)).toBeNull();
});

test("a closer look replaces what was found of its decision, and leaves the chances", () => {
  const found: Weighed = { ...points[1]!, chances: [0.9, 0.1], missed: 0.3, why: { key: "safe" } };
  expect(closer(points, found)[1]!.why).toEqual({ key: "safe" });
  expect(closer(points, found).map(({ missed, chances }) => [missed, chances])).toEqual(
    points.map(({ chances }, i) => [i === 1 ? 0.3 : 0, chances]),
  );
});

test("a resigned game ends at its last move, a finished one with its result", () => {
  const ended = [...points.slice(0, 3), { ...points[3]!, seat: -1 }];
  expect(playedOf(ended, 10, true).map(({ move }) => move)).toEqual([0, 4, 8]);
  expect(playedOf(ended, 10, false)).toEqual(ended);
  expect(playedOf(ended.slice(-1), 10, true)).toEqual(ended.slice(-1));
  expect(playedOf(points, 10, true)).toEqual(points); // the position that was left was weighed
});

test("a few turns are written beneath the curve, the first and the last among them", () => {
  expect(turnsBelow(0)).toEqual([]);
  expect(turnsBelow(4)).toEqual([1, 2, 3, 4]);
  expect(turnsBelow(36)).toEqual([1, 10, 20, 30, 36]);
  for (let turns = 1; turns < 400; turns++) {
    const found = turnsBelow(turns);
    expect([found[0], found.at(-1)]).toEqual([1, turns]);
    expect(found.length).toBeLessThanOrEqual(8);
    expect(found.slice(1).every((turn, i) => (turn - found[i]!) / turns >= 0.08)).toBe(true);
  }
});

test("each seat's decisions have a mean loss and an accuracy, also where none is a mistake", () => {
  const one = (action: number, value: number): Candidate => ({ action, value, visits: 1 }) as Candidate;
  const decided = (seat: number, value: number): Weighed => ({
    move: 0,
    seat,
    chances: [0.5, 0.5],
    best: [one(1, 0.5)],
    played: value < 0.5 ? one(2, value) : one(1, 0.5),
    missed: 0,
  });
  const end: Weighed = { move: 9, seat: -1, chances: [0, 1], best: [], played: null, missed: 0 };
  const found = accounts([decided(0, 0.46), decided(1, 0.5), decided(0, 0.5), end], [0, 1, 2]);
  expect(found.map(({ seat, n }) => [seat, n])).toEqual([
    [0, 2],
    [1, 1],
  ]);
  expect([found[0]!.loss, found[1]!.loss]).toEqual([expect.closeTo(0.02), 0]);
  expect([found[0]!.accuracy, found[1]!.accuracy]).toEqual([expect.closeTo(0.9176, 3), expect.closeTo(1)]);
  expect([accuracy(0), accuracy(0.1), accuracy(1)].map((each) => Math.round(1000 * each))).toEqual([1000, 636, 0]);
});

test("a game that was lost little by little has a slope, where it began and ended", () => {
  const curve = (...chances: number[]): Weighed[] =>
    chances.map((chance, i) => ({
      move: 2 * i,
      seat: 0,
      chances: [chance, 1 - chance],
      best: [],
      played: null,
      missed: 0,
    }));
  expect(slope(curve(0.48, 0.5, 0.49, 0.4, 0.3, 0.22, 0.1, 0))).toEqual({
    seat: 0,
    from: 4,
    until: 14,
    before: 0.49,
    after: 0,
  });
  expect(slope(curve(0.5, 0.48, 0.52, 0.5, 0.45)), "nothing went").toBeNull();
  expect(slope(curve(0.5, 0.49, 0.1, 0.05)), "one turn did it").toBeNull();
  expect(slope([])).toBeNull();
});

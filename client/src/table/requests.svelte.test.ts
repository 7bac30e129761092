import { flushSync } from "svelte";
import { expect, test } from "vitest";
import type { Play } from "./play.svelte";
import { Requests } from "./requests.svelte";
import type { Waiting } from "./waiting.svelte";

const chair = (seat: number) => ({
  ...{ seat, who: "person", name: `P${seat}`, yours: seat === 0, online: true, resigned: false, stand_in: false },
  ...{ resigns_ms: -1, absent_ms: -1, nudged_ms: -1, heard_ms: -1, taken_over: 0 },
});
const table = {
  id: "T",
  phase: "playing",
  asking: null,
  reply: null,
  chairs: [chair(0), chair(1)],
  takebacks: [],
  quits: [],
};
const reply = { kind: "undo", seat: 0, seq: 4, by: 1, yes: true };
const agreed = { ...table, reply, takebacks: [{ seat: 0, move: 2, seq: 6 }] };

/** The news on a page after each of these updates. */
function told(...shown: { table: object; moves: number; seq: number }[]): string[][] {
  const link = $state({
    ...shown[0]!,
    moves: [] as object[],
    scene: { actors: [0] },
    you: { lost: [], seats: [0] },
    said: [],
  });
  const place = { shows: true, sheet: false, brisk: false, drawer: false, covers: false, parted: false, told: 40 };
  const play = { chatting: false, link } as unknown as Play;
  let requests!: Requests;
  const stop = $effect.root(() => {
    requests = new Requests(play, { reminder: () => ({ state: "none", left: 0 }) } as unknown as Waiting, place);
  });
  const found = shown.map(({ table, moves, seq }) => {
    Object.assign(link, { table, moves: Array.from({ length: moves }, () => ({})), seq });
    flushSync();
    return requests.news.map(({ text }) => (typeof text === "string" ? text : text.key));
  });
  stop();
  return found;
}

test("that a move is taken back is told until the next one, and to nobody who comes after that", () => {
  const [before, back, on] = [
    { table, moves: 3, seq: 5 },
    { table: agreed, moves: 2, seq: 6 },
    { table: agreed, moves: 3, seq: 7 },
  ];
  expect(told(before, back, on)).toEqual([[], ["ui.reply.yes.undo"], []]);
  expect(told(back)).toEqual([["ui.reply.yes.undo"]]);
  expect(told(on)).toEqual([[]]);
});

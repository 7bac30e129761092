import { afterEach, expect, test, vi } from "vitest";
import { USUAL } from "../net/wire.generated";
import { layout } from "../testing/boards";
import { allowing, type OnTable, type Order, type Position } from "./api";
import { MOST, TryLink } from "./tryLink.svelte";

/** A table on which a number is laid down: the situation is the number. */
const table = (n: number): OnTable => ({
  position: { n },
  scene: { ...USUAL.Scene, actors: [0], layout: "l", prompt: { key: "go" } } as unknown as OnTable["scene"],
  layout,
  board: "<svg/>",
  stock: [],
  faces: {},
  sets: true,
  asked: [],
});

let asked: Order[] = [];
function server(answers = true): void {
  asked = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    if (!answers) return Promise.reject(new TypeError("no network"));
    const order = JSON.parse(init.body as string) as Order;
    asked.push(order);
    return Promise.resolve(Response.json(table(order.lay ? Number(order.lay[0]) : Number(order.position!["n"]))));
  });
}
afterEach(() => vi.unstubAllGlobals());

const kept: { position: Position; before: readonly Position[] }[] = [];
const link = (before: Position[] = []): TryLink =>
  new TryLink("tiny", 2, {}, ["a", "b"], table(0), null, (position, before) => kept.push({ position, before }), before);
const lay = (one: TryLink, n: number) => one.order({ lay: [String(n), "a1"] });

test("what was done is taken back without asking again", async () => {
  server();
  const here = link();
  await lay(here, 1);
  await lay(here, 2);
  await here.back();
  expect([here.now.position, asked.length, here.undoes]).toEqual([{ n: 1 }, 2, true]);
  await here.back();
  expect([here.now.position, here.undoes]).toEqual([{ n: 0 }, false]);
  expect(kept.at(-1)).toEqual({ position: { n: 0 }, before: [] });
});

test("what was done before the page was left can be taken back", async () => {
  server();
  const here = link([{ n: 7 }, { n: 8 }]);
  expect(here.undoes).toBe(true);
  expect(await here.back()).toBeNull();
  expect([here.now.position, kept.at(-1)!.before]).toEqual([{ n: 8 }, [{ n: 7 }]]);
});

test("only the last situations are kept", async () => {
  server();
  const here = link();
  for (let n = 1; n <= MOST + 5; n++) await lay(here, n);
  expect(kept.at(-1)!.before.length).toBe(MOST);
  expect(kept.at(-1)!.before.at(-1)).toEqual({ n: MOST + 4 });
});

test("without a network nothing changes, and that is no verdict", async () => {
  server(false);
  const here = link([{ n: 7 }]);
  expect(await lay(here, 1)).toEqual({ key: "ui.box.unreachable" });
  expect(await here.back()).toEqual({ key: "ui.box.unreachable" });
  expect([here.now.position, here.undoes]).toEqual([{ n: 0 }, true]);
  expect((await here.why(0, []))?.reason).toEqual({ key: "ui.box.unreachable" });
});

test("what may be done has its rows, by its word or the beginning of it", () => {
  const box = { allowed: { hop: ["X-01"], hop_home: ["X-01", "X-02"] } };
  const rows = (word: string): readonly string[] => allowing(box, { key: `tiny.choice.${word}` });
  expect([rows("hop"), rows("hop_home"), rows("hop_back"), rows("slide")]).toEqual([
    ["X-01"],
    ["X-01", "X-02"],
    ["X-01"],
    [],
  ]);
});

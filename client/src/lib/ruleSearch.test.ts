import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FoundRules, Row } from "./api";
import { RuleSearch } from "./ruleSearch.svelte";

const asked: string[] = [];
let answers: (FoundRules | number)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    const answer = answers.shift() ?? 500;
    return Promise.resolve(typeof answer === "number" ? new Response("{}", { status: answer }) : Response.json(answer));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rows = ["A", "B", "C"].map((id) => ({ id }) as Row);
const ids = (found: readonly Row[]): string[] => found.map(({ id }) => id);
const found = (...ids: string[]): FoundRules => ({
  rows: ids.map((id) => ({ id, words: [`of ${id}`] })),
  sure: true,
  language: "fr",
  near: [],
  related: [],
});

it("shows the rows in the order of the answer, and their words", async () => {
  answers = [found("C", "A")];
  const search = new RuleSearch();
  expect(ids(search.shown(rows))).toEqual(["A", "B", "C"]);
  search.wanted = " le feu ";
  search.ask("bantu", "fr");
  await vi.runAllTimersAsync();
  expect(asked).toEqual(["/api/rules/bantu/search?q=le+feu&lang=fr"]);
  expect(ids(search.shown(rows))).toEqual(["C", "A"]);
  expect([search.words("C"), search.words("B"), search.nothing]).toEqual([["of C"], [], false]);
});

it("asks what holds for the box on the table", async () => {
  answers = [found("B")];
  const search = new RuleSearch();
  search.wanted = "le feu";
  search.ask("bantu", "fr", true);
  await vi.runAllTimersAsync();
  expect(asked).toEqual(["/api/rules/bantu/search?q=le+feu&lang=fr&beside=box"]);
});

it("asks once for what is typed at a stretch", async () => {
  answers = [found("B")];
  const search = new RuleSearch();
  for (const text of ["f", "fe", "feu"]) {
    search.wanted = text;
    const giveUp = search.ask("bantu", "fr");
    if (text !== "feu") giveUp();
  }
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(1);
});

it("forgets an answer that comes too late", async () => {
  answers = [found("A")];
  const search = new RuleSearch();
  search.wanted = "feu";
  const giveUp = search.ask("bantu", "fr");
  vi.advanceTimersByTime(200);
  giveUp();
  search.wanted = "";
  search.ask("bantu", "fr");
  await vi.runAllTimersAsync();
  expect(search.answer).toBeNull();
});

it("shows what comes near where nothing fits", async () => {
  answers = [{ rows: [], sure: false, language: "fr", near: ["feu"], related: [{ id: "B", words: ["feu"] }] }];
  const search = new RuleSearch();
  search.wanted = "feuuu";
  search.ask("bantu", "fr");
  await vi.runAllTimersAsync();
  expect([search.nothing, ids(search.shown(rows)), search.words("B")]).toEqual([true, ["B"], ["feu"]]);
});

it("sets a row apart only where it is sure to answer", async () => {
  const search = new RuleSearch();
  const headings = async (sure: boolean): Promise<unknown[]> => {
    answers = [{ ...found("C", "A"), sure }];
    search.wanted = `le feu ${sure}`;
    search.ask("bantu", "fr");
    await vi.runAllTimersAsync();
    return search.parts(rows).map(({ heading, best, rows: inside }) => [heading, best, ids(inside)]);
  };
  expect(await headings(true)).toEqual([
    ["", true, ["C"]],
    ["ui.rule.also", false, ["A"]],
  ]);
  expect(await headings(false)).toEqual([["ui.rule.maybe", false, ["C", "A"]]]);
});

it("says why it cannot search, and shows every row", async () => {
  answers = [500];
  const search = new RuleSearch();
  search.wanted = "feu";
  search.ask("bantu", "fr");
  await vi.runAllTimersAsync();
  expect(search.problem).not.toBeNull();
  expect(ids(search.shown(rows))).toEqual(["A", "B", "C"]);
});

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ready, t, type Message } from "../lib/i18n";
import { coordinates } from "../lib/prefs";
import { apart, Names } from "./named";

const words = {
  "crab.go": "{bird} goes to {to}, {then}.",
  "crab.to": "To {last}",
  "crab.sand": "sand {name}",
  "crab.nest": "nest",
  "crab.red": "Red",
  "crab.bites": "the crab of {at} bites",
};
const label = (key: string, args?: Record<string, string>): Message => (args ? { key, args } : { key });
const names = new Names([
  { id: "s1", label: label("crab.sand", { name: "a1" }), name: "a1" },
  { id: "s2", label: label("crab.sand", { name: "a2" }), name: "a2" },
  { id: "n1", label: label("crab.nest"), name: "" },
  { id: "n2", label: label("crab.nest"), name: "" },
]);

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(words)))),
  );
  await ready(true);
});
afterAll(() => vi.unstubAllGlobals());

describe("places named in what is said", () => {
  it("are found wherever in the message their short name or their label is", () => {
    const message = {
      key: "crab.go",
      args: { bird: label("crab.red"), to: "a2", then: { key: "crab.bites", args: { at: "a1" } } },
    };
    expect(names.parts(message)).toEqual([
      { text: "Red goes to ", place: "" },
      { text: "a2", place: "s2" },
      { text: ", the crab of ", place: "" },
      { text: "a1", place: "s1" },
      { text: " bites.", place: "" },
    ]);
    expect(names.parts({ key: "crab.to", args: { last: label("crab.sand", { name: "a1" }) } })).toEqual([
      { text: "To ", place: "" },
      { text: "sand a1", place: "s1" },
    ]);
    expect(names.parts({ key: "crab.to", args: { last: label("crab.nest", { place: "a2" }) } })).toEqual([
      { text: "To ", place: "" },
      { text: "nest", place: "s2" },
    ]);
    expect(names.parts(label("crab.sand", { name: "a2" }))).toEqual([{ text: "sand a2", place: "s2" }]);
  });

  it("are none for ambiguous or missing names and in words already said", () => {
    expect(names.parts({ key: "crab.to", args: { last: label("crab.nest") } })).toEqual([
      { text: "To nest", place: "" },
    ]);
    expect(names.parts({ key: "crab.to", args: { last: "a3" } })).toEqual([{ text: "To a3", place: "" }]);
    expect(names.parts("a1")).toEqual([{ text: "a1", place: "" }]);
  });

  it("are said with the name that the board shows, once it shows names", () => {
    const message = { key: "crab.to", args: { last: label("crab.nest", { place: "a2" }) } };
    expect(t(message)).toBe("To nest");
    coordinates.set(true);
    expect(t(message)).toBe("To nest (a2)");
    expect(names.parts(message)).toEqual([
      { text: "To ", place: "" },
      { text: "nest (a2)", place: "s2" },
    ]);
    coordinates.set(false);
    expect(t(message)).toBe("To nest");
  });
});

describe("names with digits", () => {
  const text = (pieces: ReturnType<typeof apart>): string[] =>
    pieces.map((piece) => (piece.name ? `<${piece.text}>` : piece.text));
  it("stand apart from counts", () => {
    expect(text(apart("Greedy\u00a02: 2 points, 12 to go", ["Ada", "Greedy\u00a01", "Greedy\u00a02"]))).toEqual([
      "<Greedy\u00a02>",
      ": 2 points, 12 to go",
    ]);
    expect(text(apart("2 for R2 and R2D2", ["R2", "R2D2"]))).toEqual(["2 for ", "<R2>", " and ", "<R2D2>"]);
    expect(text(apart("A(1)* wins, not A11", ["A(1)*"]))).toEqual(["<A(1)*>", " wins, not A11"]);
  });

  it("leave a sentence whole where nobody has one", () => {
    expect(apart("Ada: 2 points", ["Ada"])).toEqual([{ text: "Ada: 2 points", name: false }]);
  });
});

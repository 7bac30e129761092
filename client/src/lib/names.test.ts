import { describe, expect, it } from "vitest";
import list from "../../../tests/vectors/names.json?raw";
import { beginning, cleanName, NAME_LONGEST, nameFault, nameOf, namesOf, pieces, together, type Named } from "./names";

const chair = (seat: number, who: Named["who"], name: string, level = ""): Named => ({ seat, who, name, level });

/** Half emoji are in it, which only `JSON.parse` reads. */
const shared = JSON.parse(list) as { names: { name: string; clean?: string; fault?: string }[] };

describe("the name of a seat", () => {
  const ada = chair(0, "person", "Ada");
  const bots = [1, 2].map((seat) => chair(seat, "bot", "", "greedy"));

  it("is the one given", () => {
    expect(nameOf(ada, [ada, ...bots])).toBe("Ada");
    const erased = [chair(1, "person", ""), chair(2, "person", "")];
    expect(nameOf(erased[0]!, [ada, erased[0]!])).toBe(nameOf(erased[1]!, [ada, erased[1]!]));
    expect(new Set(erased.map((each) => nameOf(each, [ada, ...erased]))).size).toBe(2);
  });

  it("keeps its own direction in a sentence", () => {
    expect(nameOf(chair(0, "person", "שלום 12"), [])).toBe("\u2068שלום 12\u2069");
  });

  it("may be what the server takes, and nothing else", () => {
    const keys: Record<string, string> = {
      missing: "ui.name.missing",
      long: "ui.name.long",
      signs: "error.name_signs",
    };
    for (const { name, clean, fault } of shared.names) {
      expect([name, nameFault(name)?.key ?? null]).toEqual([name, fault ? keys[fault] : null]);
      if (clean !== undefined) expect(cleanName(name)).toBe(clean);
    }
  });

  it("is cut where no sign is torn apart", () => {
    expect(beginning("ab👩\u200d🚀", 4)).toBe("ab");
    expect(beginning("ab😀c", 3)).toBe("ab😀");
    expect(beginning("Zoe\u0332", 3)).toBe("Zo");
  });

  it("has letters, and no more than a name may have", () => {
    expect(nameFault(" \u3000 ")).toEqual({ key: "ui.name.missing" });
    expect(nameFault(`  ${"😀".repeat(NAME_LONGEST)} `)).toBeNull();
    expect(nameFault(`${"a".repeat(20)}   ${"b".repeat(19)}`)).toBeNull();
    expect(nameFault("x".repeat(NAME_LONGEST + 1))).toEqual({
      key: "ui.name.long",
      args: { n: NAME_LONGEST + 1, most: NAME_LONGEST },
    });
  });

  it("numbers robots of one level, and only those", () => {
    const random = chair(3, "bot", "", "random");
    const all = [ada, ...bots, random];
    const ends = all.map((each) => nameOf(each, all).at(-1));
    expect(ends.slice(1, 3)).toEqual(["1", "2"]);
    expect(nameOf(random, all)).toBe(nameOf(random, [random]));
    expect(nameOf(bots[0]!, [ada, bots[0]!])).not.toMatch(/\d/);
  });

  it("is there for everybody who sits, and for nobody else", () => {
    expect([...namesOf([ada, chair(1, "open", ""), chair(2, "person", "Zoé")])]).toEqual([
      [0, "Ada"],
      [2, "Zoé"],
    ]);
  });
});

describe("a line that names people", () => {
  const ada = chair(0, "person", "Ada");
  const bot = chair(1, "bot", "Gourmand", "greedy");
  const zoe = chair(2, "person", "Zoé");
  const all = [ada, bot, zoe];

  it("is the same text, and tells which names are those of robots", () => {
    const line = (names: string): string => `avec ${names} !`;
    const found = pieces(all, all, line);
    expect(found.map(({ text }) => text).join("")).toBe(line(together(all.map((each) => nameOf(each, all)))));
    expect(found.filter(({ robot }) => robot).map(({ text }) => text)).toEqual([nameOf(bot, all)]);
    expect(pieces([ada, zoe], all, line)).toHaveLength(1);
  });

  it("may name nobody", () => {
    expect(pieces([], all)).toEqual([]);
  });
});

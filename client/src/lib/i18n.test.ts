import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import shared from "../../../tests/vectors/messages.json";
import { calls, choose, known, say, singular, speak, t, type Catalogue, type Lang, type Message } from "./i18n";

type Vector = { about: string; lang: Lang; catalogue: Catalogue; message: Message; expected: string };
const vectors = shared as unknown as Vector[];

describe("the vectors shared with the server", () => {
  it("are there", () => expect(vectors.length).toBeGreaterThan(10));
  it.each(vectors)("$lang: $about", ({ lang, catalogue, message, expected }) => {
    expect(say(catalogue, lang, message)).toBe(expected);
  });
});

describe("the first language", () => {
  it("is the one kept", () => expect(choose("en", ["fr-FR"])).toBe("en"));
  it("is French for French browsers", () => expect(choose(null, ["fr-CA", "en"])).toBe("fr"));
  it("is the first that we speak", () => expect(choose(null, ["de-DE", "fr", "en"])).toBe("fr"));
  it("is English otherwise", () => expect(choose("xx", ["ja", "de"])).toBe("en"));
});

describe("a seat that a game speaks of", () => {
  const words: Catalogue = { "crab.player": "Joueur {letter}", "crab.turn": "{who} joue" };
  const of = (seat?: number): Parameters<typeof say>[2] => ({
    key: "crab.turn",
    args: { who: { key: "crab.player", args: { letter: "C", seat } } },
  });

  it("is called by its name where that is known", () => {
    const names = new Map([[2, "Ada"]]);
    const named = (seat?: number): string => say(words, "fr", of(seat), (each) => names.get(each));
    expect([named(2), named(1), named()]).toEqual(["Ada joue", "Joueur C joue", "Joueur C joue"]);
    expect(say(words, "fr", of(2))).toBe("Joueur C joue");
  });
});

describe("a message without an argument that it needs", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is an error of the page, and may be asked for beforehand", async () => {
    const report = vi.fn();
    vi.stubGlobal("reportError", report);
    vi.stubGlobal("document", { documentElement: { lang: "" } });
    vi.stubGlobal("fetch", () =>
      Promise.resolve(
        new Response(
          JSON.stringify({
            "crab.goal": "Collect {n:th} shells.",
            "eel.goal": "Be the first.",
            "crab.pinch": ["{n} crab", "{n} crabs"],
          }),
        ),
      ),
    );
    vi.resetModules();
    const fresh = await import("./i18n");
    await fresh.ready();
    expect([fresh.goalOf("crab", null), fresh.goalOf("eel", null), fresh.goalOf("gnu", null)]).toEqual([
      null,
      { key: "eel.goal" },
      null,
    ]);
    const goal = { key: "crab.goal", args: { n: 3 } };
    expect(fresh.goalOf("crab", { goal })).toBe(goal);
    expect([fresh.sayable({ key: "crab.pinch" }), fresh.sayable({ key: "crab.pinch", args: { n: 2 } })]).toEqual([
      false,
      true,
    ]);
    fresh.t(goal);
    expect(report).not.toHaveBeenCalled();
    fresh.t("crab.goal");
    expect(String(report.mock.calls[0]![0])).toContain("crab.goal is said without its argument n");
  });
});

describe("plural", () => {
  it("begins at two in French", () => expect([0, 1, 2].map((n) => singular("fr", n))).toEqual([true, true, false]));
  it("is all but one in English", () => expect([0, 1, 2].map((n) => singular("en", n))).toEqual([false, true, false]));
});

describe("the language spoken", () => {
  const words: Record<string, Catalogue> = { fr: { "ui.play": "Jouer" }, en: { "ui.play": "Play" } };
  const page = { documentElement: { lang: "" } };
  /** The language that an address asks for. */
  const asked = (address: string): string => /messages\/(..)/.exec(address)![1]!;

  beforeEach(() => {
    vi.stubGlobal("document", page);
    vi.stubGlobal("localStorage", { setItem: vi.fn(), getItem: () => null });
    vi.stubGlobal(
      "fetch",
      vi.fn((address: string) => Promise.resolve(new Response(JSON.stringify(words[asked(address)])))),
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  it("knows whom a message calls by name, however deep", () => {
    const ada = { key: "crab.player", args: { n: 1, seat: 0 } };
    const turn = { key: "crab.turn", args: { who: ada } };
    expect([
      calls(turn, 0),
      calls(turn, 1),
      calls({ key: "ui.x", args: { what: turn } }, 0),
      calls({ key: "ui.x" }, 0),
    ]).toEqual([true, false, true, false]);
  });

  it("says nothing before there are words, then changes without loading again", async () => {
    expect(t("ui.play")).toBe("");
    expect(known("ui.play")).toBe(false);
    await speak("fr");
    expect(t("ui.play")).toBe("Jouer");
    await speak("en");
    expect(t("ui.play")).toBe("Play");
    expect(page.documentElement.lang).toBe("en");
    expect(localStorage.setItem).toHaveBeenLastCalledWith("ludotheque.lang", "en");
    await speak("fr");
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("has the words of the games once a page needs them, in each language spoken since", async () => {
    vi.resetModules();
    const fresh = await import("./i18n");
    const front = (address: string): boolean => address.endsWith("?page=front");
    const all = (address: string): Catalogue => ({
      ...words[asked(address)]!,
      ...(front(address) ? {} : { "billabong.goal": asked(address) }),
    });
    vi.stubGlobal("fetch", (address: string) => Promise.resolve(new Response(JSON.stringify(all(address)))));
    await fresh.speak("fr");
    expect(fresh.known("billabong.goal")).toBe(false);
    await Promise.all([fresh.everyWord(), fresh.everyWord()]);
    expect(fresh.t("billabong.goal")).toBe("fr");
    await fresh.speak("en");
    expect(fresh.t("billabong.goal")).toBe("en");
  });

  it("is the last one asked for, whichever words come first", async () => {
    vi.resetModules();
    const fresh = await import("./i18n");
    const answers: Record<string, (value: Response) => void> = {};
    vi.stubGlobal("fetch", (address: string) => new Promise<Response>((done) => (answers[asked(address)] = done)));
    const french = fresh.speak("fr");
    const english = fresh.speak("en");
    answers["en"]?.(new Response(JSON.stringify(words["en"])));
    answers["fr"]?.(new Response(JSON.stringify(words["fr"])));
    await Promise.all([french, english]);
    expect(fresh.t("ui.play")).toBe("Play");
  });
});

it("leaves places out where the board does not name them", () => {
  const words = { place: "Poser⟦ en {last}⟧", outer: "{what} : oui" };
  const place = { key: "place", args: { last: "k3" } };
  const said = (placed: boolean): string[] =>
    [place, { key: "outer", args: { what: place } }].map((each) => say(words, "fr", each, undefined, false, placed));
  expect(said(true)).toEqual(["Poser en k3", "Poser en k3 : oui"]);
  expect(said(false)).toEqual(["Poser", "Poser : oui"]);
});

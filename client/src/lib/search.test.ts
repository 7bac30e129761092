import { describe, expect, it } from "vitest";
import type { Row } from "./api";
import { aloud, marked, ofUsualGame, paragraphs, sentences } from "./search";

const row = (id: string, paragraph: string, fr: string, ruling_fr: string | null = null): Row => ({
  id,
  paragraph,
  paragraph_en: `${paragraph} (en)`,
  fr,
  en: id,
  ruling_fr,
  ruling_en: null,
  easy_fr: "L’arbitre est dans l’étang. Il garde.",
  easy_en: null,
  reconstructed: false,
  special: false,
});
const rows = [
  row("X-01", "Préparation", "L’arbitre attend dans l’étang\u00a0: il garde."),
  row("X-02", "Préparation", "On pose un pion.", "Même au bord de l’étang."),
  row("X-03", "Fin", "Le premier gagne."),
  row("X-04", "Préparation", "Encore."),
];

it("groups rows under headings in the book's order", () => {
  expect(paragraphs(rows, "en")[0]?.heading).toBe("Préparation (en)");
  expect(paragraphs(rows, "fr").map(({ heading, rows: inside }) => [heading, inside.length])).toEqual([
    ["Préparation", 2],
    ["Fin", 1],
    ["Préparation", 1],
  ]);
});

it("leaves out rows of a mode, where others say something", () => {
  const mode = row("X-05", "À plusieurs", "Pas de jeton en plus.");
  const module = row("X-06", "Fin", "Le lion est éveillé.");
  const book = [...rows, { ...mode, special: true }, { ...module, special: true }];
  expect(ofUsualGame([rows[2]!, mode, module], book)).toEqual([rows[2], module]);
  expect(ofUsualGame([mode], book)).toEqual([mode]);
});

describe("marking", () => {
  const found = (text: string, words: string[]): string[] =>
    marked(text, words).flatMap(({ text, found }) => (found ? [text] : []));

  it("marks whole words", () => {
    expect(found("L’étang, les étangs", ["étang"])).toEqual(["étang"]);
    expect(found("Un pion sur 16 cases", ["pion", "16"])).toEqual(["pion", "16"]);
  });
  it("loses nothing of the text", () => {
    for (const text of ["« Banzaï\u202f! » dit-on.", "★ (a)", ""])
      expect(
        marked(text, ["dit", "a"])
          .map(({ text }) => text)
          .join(""),
      ).toBe(text);
  });
  it("marks nothing without words", () => expect(marked("a b", [])).toEqual([{ text: "a b", found: false }]));
});

describe("sentences", () => {
  it("each has its own", () => expect(sentences("Un pion. Il va\u202f? Oui. 2 pions.")).toHaveLength(4));
  it("a cry is within its sentence", () => {
    expect(sentences("Dites «\u00a0Banzaï\u202f!\u00a0» bien fort. Prenez un pion.")).toHaveLength(2);
    expect(sentences("Vous dites «\u00a0Banzaï\u202f!\u00a0» Prenez un pion.")).toHaveLength(2);
    expect(sentences("Say “Banzaï!” out loud.")).toHaveLength(1);
  });
});

describe("reading aloud", () => {
  it("reads the easy text where it is shown", () => {
    expect(aloud(rows[1]!, "fr", true, "À noter")).toEqual(["L’arbitre est dans l’étang.", "Il garde."]);
  });
  it("reads sentence and ruling where there is none", () => {
    expect(aloud(rows[1]!, "fr", false, "À noter\u00a0:")).toEqual([
      "On pose un pion.",
      "À noter\u00a0: Même au bord de l’étang.",
    ]);
    expect(aloud(rows[0]!, "en", true, "")).toEqual(["X-01"]);
  });
});

import { describe, expect, it } from "vitest";
import type { Row } from "./api";
import { fold, matching, paragraphs } from "./search";

const row = (id: string, paragraph: string, fr: string, ruling_fr: string | null = null): Row => ({
  id,
  paragraph,
  paragraph_en: `${paragraph} (en)`,
  fr,
  en: id,
  ruling_fr,
  ruling_en: null,
  reconstructed: false,
});
const rows = [
  row("X-01", "Préparation", "L’arbitre attend dans l’étang\u00a0: il garde."),
  row("X-02", "Préparation", "On pose un pion.", "Même au bord de l’étang."),
  row("X-03", "Fin", "Le premier gagne."),
  row("X-04", "Préparation", "Encore."),
];
const ids = (found: Row[]): string[] => found.map(({ id }) => id);

describe("finding", () => {
  it("does without accents, capitals and typography", () => expect(fold("L’ÉTANG\u00a0:")).toBe("l'etang :"));
  it("looks in rulings too", () => expect(ids(matching(rows, "fr", "ETANG"))).toEqual(["X-01", "X-02"]));
  it("wants every word", () => expect(ids(matching(rows, "fr", "l'etang pion"))).toEqual(["X-02"]));
  it("looks in the language spoken", () => expect(matching(rows, "en", "étang")).toEqual([]));
  it("finds a row by its id", () => expect(ids(matching(rows, "en", "x-03"))).toEqual(["X-03"]));
  it("leaves all where nothing is wanted", () => expect(matching(rows, "fr", "  ")).toHaveLength(4));
});

it("groups rows under headings in the book's order", () => {
  expect(paragraphs(rows, "en")[0]?.heading).toBe("Préparation (en)");
  expect(paragraphs(rows, "fr").map(({ heading, rows: inside }) => [heading, inside.length])).toEqual([
    ["Préparation", 2],
    ["Fin", 1],
    ["Préparation", 1],
  ]);
});

/** Finding words in a rulebook, whatever their accents and capitals. */

import type { Row } from "./api";

/** A text without accents, capitals and typographic spaces and apostrophes. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[\u00a0\u202f]/g, " ")
    .replace(/[’ʼ]/g, "'")
    .toLowerCase();
}

/** The rows that contain every search word in their sentence, ruling or id; all rows for an empty search. */
export function matching(rows: readonly Row[], lang: "fr" | "en", wanted: string): Row[] {
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = fold(`${row.id} ${heading(row, lang)} ${row[lang]} ${row[`ruling_${lang}`] ?? ""}`);
    return words.every((word) => text.includes(word));
  });
}

function heading(row: Row, lang: "fr" | "en"): string {
  return lang === "fr" ? row.paragraph : row.paragraph_en;
}

/** Rows under their headings, in the order of the book; a heading that returns later appears twice. */
export function paragraphs(rows: readonly Row[], lang: "fr" | "en"): { heading: string; rows: Row[] }[] {
  const found: { heading: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const last = found[found.length - 1];
    if (last && last.heading === heading(row, lang)) last.rows.push(row);
    else found.push({ heading: heading(row, lang), rows: [row] });
  }
  return found;
}

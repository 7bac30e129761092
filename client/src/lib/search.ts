/** What a page shows of a rulebook: rows under their headings, found words marked, a sentence a line. Python finds the rows (`core/rule_search.py`). */

import type { Row } from "./api";
import type { Lang } from "./i18n";

export const heading = (row: Row, lang: Lang): string => (lang === "fr" ? row.paragraph : row.paragraph_en);

/** Rows under their headings, in the order of the book; a heading that returns later appears twice. */
export function paragraphs(rows: readonly Row[], lang: Lang): { heading: string; rows: Row[] }[] {
  const found: { heading: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const last = found[found.length - 1];
    if (last && last.heading === heading(row, lang)) last.rows.push(row);
    else found.push({ heading: heading(row, lang), rows: [row] });
  }
  return found;
}

/** These rows without those of sections about a mode, a variant or an option; all of them where nothing else is left. */
export function ofUsualGame(rows: readonly Row[], book: readonly Row[]): readonly Row[] {
  const usual = new Set(book.flatMap(({ special, paragraph }) => (special ? [] : [paragraph])));
  const left = rows.filter(({ paragraph }) => usual.has(paragraph));
  return left.length > 0 ? left : rows;
}

/** A text in pieces, of which some are words that were found. */
export function marked(text: string, words: readonly string[]): { text: string; found: boolean }[] {
  if (words.length === 0) return [{ text, found: false }];
  const wanted = new Set(words);
  const pieces: { text: string; found: boolean }[] = [];
  for (const piece of text.split(/([\p{L}\p{N}]+)/u)) {
    if (!piece) continue;
    const found = wanted.has(piece);
    const last = pieces[pieces.length - 1];
    if (last && !last.found && !found) last.text += piece;
    else pieces.push({ text: piece, found });
  }
  return pieces;
}

/** The sentences of an easy text: each has a line, and is said with one breath. */
export function sentences(text: string): string[] {
  return text.split(/(?<=[.!?…](?:[\s\u00a0\u202f]?[»”])?) (?=[\p{Lu}\p{N}«“])/u);
}

/** What is read aloud of a row. `note` comes before a ruling. */
export function aloud(row: Row, lang: Lang, easy: boolean, note: string): string[] {
  const simple = easy ? row[`easy_${lang}`] : null;
  if (simple) return sentences(simple);
  const ruling = row[`ruling_${lang}`];
  return [...sentences(row[lang]), ...(ruling ? sentences(`${note} ${ruling}`) : [])];
}

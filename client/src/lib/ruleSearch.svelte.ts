/** A question about the rules of a game while it is typed, and what the server found. */

import { ask, saidOf, word, type FoundRules, type Row } from "./api";
import type { Lang, Message } from "./i18n";

/** How long nobody must have typed before the server is asked, ms. */
const PAUSE = 150;

/** How many rows are shown beneath the best one, until all are wished. */
const ALSO = 5;

export class RuleSearch {
  /** What is in the field. */
  wanted = $state("");
  /** What was found for the last question that was answered; null where nothing is asked. */
  answer = $state.raw<FoundRules | null>(null);
  /** Why nothing could be asked. */
  problem = $state.raw<Message | null>(null);
  /** An answer is on its way. */
  waiting = $state(false);
  /** Every row that was found is shown. */
  all = $state(false);

  /** Ask about what is in the field, once nobody types. `box`: what holds for the box on the table.
   * What it returns gives up: an effect that reads the field calls it again. */
  ask(game: string, lang: Lang, box = false): () => void {
    const question = this.wanted.trim();
    this.all = false;
    if (!question) {
      this.answer = this.problem = null;
      this.waiting = false;
      return () => undefined;
    }
    let stale = false;
    this.waiting = true;
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ q: question, lang, ...(box ? { beside: "box" } : {}) });
      ask<FoundRules>(`/api/rules/${word(game)}/search?${query}`).then(
        (answer) => {
          if (stale) return;
          this.answer = answer;
          this.problem = null;
          this.waiting = false;
        },
        (reason: unknown) => {
          if (stale) return;
          this.answer = null;
          this.problem = saidOf(reason);
          this.waiting = false;
        },
      );
    }, PAUSE);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }

  /** Does the answer say that nothing fits? */
  get nothing(): boolean {
    return this.answer?.rows.length === 0;
  }

  /** The words to mark in a row. */
  words(id: string): readonly string[] {
    return [...(this.answer?.rows ?? []), ...(this.answer?.related ?? [])].find((each) => each.id === id)?.words ?? [];
  }

  /** How many rows were found that are not shown. */
  get more(): number {
    return this.all ? 0 : Math.max(0, (this.answer?.rows.length ?? 0) - 1 - ALSO);
  }

  /** Was a row found, but is not shown? */
  hides(id: string): boolean {
    return !this.all && (this.answer?.rows ?? []).slice(1 + ALSO).some((row) => row.id === id);
  }

  /** The rows to show: the best of those that fit; if none does, those that come near; all where nothing is asked. */
  shown(rows: readonly Row[]): readonly Row[] {
    if (!this.answer) return rows;
    const found = this.nothing ? this.answer.related : this.answer.rows;
    return found.slice(0, this.all ? found.length : 1 + ALSO).flatMap(({ id }) => rows.filter((row) => row.id === id));
  }

  /** The rows to show, under their headings: one that is sure to answer stands alone. */
  parts(rows: readonly Row[]): { heading: string; best: boolean; rows: readonly Row[] }[] {
    const [best, ...also] = this.shown(rows);
    if (!this.answer?.sure) {
      const heading = this.nothing ? "ui.rule.related" : "ui.rule.maybe";
      return best ? [{ heading, best: false, rows: [best, ...also] }] : [];
    }
    return [
      ...(best ? [{ heading: "", best: true, rows: [best] }] : []),
      ...(also.length > 0 ? [{ heading: "ui.rule.also", best: false, rows: also }] : []),
    ];
  }
}

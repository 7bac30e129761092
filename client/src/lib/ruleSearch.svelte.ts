/** A question about the rules of a game while it is typed, and what the server found. */

import { ask, saidOf, word, type FoundRules, type Row } from "./api";
import type { Lang, Message } from "./i18n";

/** How long nobody must have typed before the server is asked, ms. */
const PAUSE = 150;

export class RuleSearch {
  /** What is in the field. */
  wanted = $state("");
  /** What was found for the last question that was answered; null where nothing is asked. */
  answer = $state.raw<FoundRules | null>(null);
  /** Why nothing could be asked. */
  problem = $state.raw<Message | null>(null);
  /** An answer is on its way. */
  waiting = $state(false);

  /** Ask about what is in the field, once nobody types. What it returns gives up: an effect that reads the field calls it again. */
  ask(game: string, lang: Lang): () => void {
    const question = this.wanted.trim();
    if (!question) {
      this.answer = this.problem = null;
      this.waiting = false;
      return () => undefined;
    }
    let stale = false;
    this.waiting = true;
    const timer = setTimeout(() => {
      ask<FoundRules>(`/api/rules/${word(game)}/search?${new URLSearchParams({ q: question, lang })}`).then(
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

  /** The rows to show: those that fit, best first; if none does, those that come near; all where nothing is asked. */
  shown(rows: readonly Row[]): readonly Row[] {
    if (!this.answer) return rows;
    const found = this.nothing ? this.answer.related : this.answer.rows;
    return found.flatMap(({ id }) => rows.filter((row) => row.id === id));
  }
}

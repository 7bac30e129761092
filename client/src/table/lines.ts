/** The game in a few lines. */

import { known } from "../lib/i18n";
import type { TableFacts } from "../net/wire";

/** The keys of a game's lines, and of their title if they have one of their own: an unhurried game does not go fast. */
export function linesOf({ game, options }: Pick<TableFacts, "game" | "options">): { title?: string; steps: string[] } {
  const way = Object.entries(options)
    .map(([name, value]) => (value === true ? name : String(value)))
    .find((each) => known(`${game}.ready.${each}.1`));
  const steps = [1, 2, 3, 4].map((n) => (way ? `${game}.ready.${way}.${n}` : `${game}.ready.${n}`)).filter(known);
  const title = `${game}.ready.${way}.title`;
  return way && known(title) ? { title, steps } : { steps };
}

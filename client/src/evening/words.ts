/** What an evening is called in words: its game, its way, points and averages. */

import { fromStore } from "svelte/store";
import type { Evening } from "../lib/evenings";
import { known, lang, t } from "../lib/i18n";
import { timeControl } from "../table/tableClock";

const spoken = fromStore(lang);

/** Points as they are read: `1.5`, in French `1,5`. */
export function amount(value: number): string {
  return new Intl.NumberFormat(spoken.current, { maximumFractionDigits: 2 }).format(value);
}

/** The title of a game; a game that is no longer installed has none. */
export function titleOf(game: string): string {
  return known(`${game}.title`) ? t(`${game}.title`) : game;
}

/** What is played, and how. */
export function about(evening: Evening): string {
  const time = timeControl({ clock: evening.clock });
  const options = Object.entries(evening.options).map(([name, value]) => {
    const key = `${evening.game}.option.${name}`;
    return typeof value === "boolean"
      ? value
        ? t(key)
        : ""
      : known(`${key}.${value}`)
        ? t(`${key}.${value}`)
        : t("ui.lobby.option", { option: { key }, choice: String(value) });
  });
  return [titleOf(evening.game), ...options, t(`ui.evening.kind.${evening.kind}`), time ? t(time) : ""]
    .filter(Boolean)
    .join(" · ");
}

/** How far an evening is: who has joined, the round, or that it is over. */
export function stage({ closed, round, rounds, players }: Evening): string {
  if (closed) return t("ui.evening.over");
  if (round > 0) return t("ui.evening.round", { n: round, of: rounds });
  return players.length > 0 ? t("ui.evening.open", { n: players.length }) : t("ui.evening.open.nobody");
}

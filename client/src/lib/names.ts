/** What whoever sits on a chair is called, everywhere. */

import { fromStore } from "svelte/store";
import { lang, t } from "./i18n";

const spoken = fromStore(lang);

/** What of a chair its name is made of. */
export interface Named {
  seat: number;
  who: "open" | "person" | "bot";
  name: string;
  level: string;
}

/** The name of a chair among those of its table: where several robots are of one level, each has a number. */
export function nameOf(chair: Named, chairs: readonly Named[]): string {
  if (chair.name) return chair.name;
  if (chair.who !== "bot") return t("ui.seat", { n: chair.seat + 1 });
  const alike = chairs.filter((each) => each.who === "bot" && !each.name && each.level === chair.level);
  const word = t(`bot.${chair.level}`);
  return alike.length > 1 ? `${word}\u00a0${alike.findIndex(({ seat }) => seat === chair.seat) + 1}` : word;
}

/** The names of all who sit at a table, by seat. */
export function namesOf(chairs: readonly Named[]): ReadonlyMap<number, string> {
  return new Map(chairs.filter(({ who }) => who !== "open").map((chair) => [chair.seat, nameOf(chair, chairs)]));
}

/** Some names as one says them: `Ada, Léo et Zoé`. */
export function together(names: readonly string[]): string {
  return new Intl.ListFormat(spoken.current).format(names);
}

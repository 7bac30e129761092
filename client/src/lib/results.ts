/** How a finished game ended, in a few words for a list. */

import { get } from "svelte/store";
import type { Chair, Outcome } from "./api";
import { lang, type Message } from "./i18n";
import { nameOf, together } from "./names";

/** My result; null if there is none. */
export function resultOf({
  chairs,
  outcome,
  abandoned,
}: {
  chairs: readonly Chair[];
  outcome?: Outcome | null;
  abandoned?: number | null;
}): Message | null {
  if (abandoned) return { key: "ui.table.abandoned", args: { n: abandoned } };
  if (!outcome) return null;
  const { ranking, returns, ending } = outcome;
  if (ending === "called_off") return { key: "ui.over.called_off" };
  const low = Math.min(...ranking);
  const first = chairs.filter(({ seat }) => ranking[seat] === low);
  const mine = chairs.filter(({ yours }) => yours);
  const nobody = returns.every((share) => share === 0);
  if (nobody) return { key: "ui.result.lost_together" };
  if (first.length === chairs.length) return { key: chairs.length > 1 ? "ui.result.all" : "ui.result.alone" };
  const [me] = mine;
  if (mine.length === 1) {
    if (first.length === 1 && first[0] === me) return { key: "ui.result.won" };
    if (first.includes(me!)) return { key: "ui.result.shared" };
    if (chairs.length === 2) return { key: "ui.result.lost" };
  }
  const args = { who: together(first.map((chair) => nameOf(chair, chairs))), n: first.length };
  /** One team against another has only two places: the second one is no more than lost. */
  const teams = first.length > 1 && new Set(ranking).size === 2;
  if (mine.length === 1 && !first.includes(me!) && !teams) {
    const place = { key: "ui.rank", args: { n: ranking[me!.seat]! - low + 1 } };
    return { key: "ui.result.place", args: { place, of: chairs.length, ...args } };
  }
  return { key: mine.length > 0 && !first.some(({ yours }) => yours) ? "ui.result.lost_to" : "ui.result.of", args };
}

/** Everybody at a table but me. Of several seats on my screen, mine is the one with my name, else the first. */
export function othersOf(chairs: readonly Chair[], name: string): Chair[] {
  const mine = chairs.filter(({ yours }) => yours);
  const me = mine.find((chair) => chair.name === name) ?? mine[0];
  return chairs.filter((chair) => chair.who !== "open" && chair !== me);
}

/** A language as this browser's region writes it: `en-GB` where that is wanted and English is spoken. */
export function regional(language: string, wanted: readonly string[] = navigator.languages): string {
  return wanted.find((each) => each.split("-")[0] === language) ?? language;
}

/** The time of day of an instant; "" for none. */
export function timeOf(ms: number | undefined, language: string = regional(get(lang))): string {
  return ms ? new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).format(new Date(ms)) : "";
}

/** How long a game took, in whole minutes and at least one; null where that is not known. */
export function lasted(ms: number | undefined): Message | null {
  return ms ? { key: "ui.history.lasted", args: { n: Math.max(1, Math.round(ms / 60_000)) } } : null;
}

/** A date as it is written: in French the first of a month is « 1ᵉʳ », which browsers leave out. */
export function written(ms: number, language: string, how: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, how)
    .formatToParts(ms)
    .map(({ type, value }) => (type === "day" && value === "1" && language.startsWith("fr") ? "1ᵉʳ" : value))
    .join("");
}

/** The day of an instant, as one writes it now: without the year in this one; "" for none. */
export function dayOf(ms: number | undefined, now = new Date(), language: string = regional(get(lang))): string {
  if (!ms) return "";
  const day = new Date(ms);
  const year = day.getFullYear() === now.getFullYear() ? {} : { year: "numeric" as const };
  return written(ms, language, { day: "numeric", month: "short", ...year });
}

/** When something was, to the minute. */
export function momentOf(ms: number | undefined, language: string = regional(get(lang))): string {
  return ms ? written(ms, language, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }) : "";
}

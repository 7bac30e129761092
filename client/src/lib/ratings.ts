/** Ratings, as the server tells them. */

import { ask, history, json, word } from "./api";
import { beKnown } from "./guest";
import { t } from "./i18n";

export type Rating = { rating: number; low: number; high: number; games: number; provisional: boolean };
export type Contest = { game: string; contest: string; seats: "2" | "3+"; options: Record<string, boolean | string> };
export type Mine = { rated: boolean; listed: boolean; ratings: (Contest & Rating)[] };
export type Line = Rating & { name: string; yours: boolean; place?: number };
export type List = { rows: Line[]; provisional: Line[]; count: number; provisional_count: number };
/** What a finished game did to my rating. */
export type Change = Rating & { by: number };

export const contests = (): Promise<{ contests: (Contest & { games: number })[] }> => ask("/api/ratings");
export const listOf = (game: string, contest: string, who: string): Promise<List> =>
  ask(`/api/ratings/${word(game)}?${new URLSearchParams({ contest, who })}`);
export const mine = (): Promise<Mine> => ask("/api/me/ratings");
export const wishFor = (body: Pick<Mine, "rated" | "listed">): Promise<Pick<Mine, "rated" | "listed">> =>
  beKnown().then(() => ask("/api/me/ratings", json("PUT", body)));

/** How often, and after how many ms each, it is asked what a game did: it is written a moment after its end. */
const TRIES = 6;
const PAUSE = 500;

const changes = new Map<string, Promise<Change | null>>();

/** What the game of a table did to my rating; null where it is in my history and after a while still counts for none. What was found is kept. */
export function changeBy(table: string): Promise<Change | null> {
  const known = changes.get(table) ?? sought(table);
  changes.set(table, known);
  void known.then(
    (change) => change ?? changes.delete(table),
    () => changes.delete(table),
  );
  return known;
}

async function sought(table: string): Promise<Change | null> {
  let found;
  for (let n = 0; n < TRIES; n++) {
    if (n > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    found = (await history("", "", 0)).tables.find(({ id }) => id === table);
    if (found?.rating) return found.rating;
  }
  if (!found) throw new Error("not written yet");
  return null;
}

/** What is played in a contest, in a few words: `Duel, Short game`. */
export function contestName({ game, seats, options }: Contest): string {
  const said = Object.entries(options).map(([name, value]) => {
    const key = `${game}.option.${name}`;
    return typeof value === "boolean" ? t(key) : t(`${key}.${value}`);
  });
  return [t(seats === "2" ? "ui.ranking.two" : "ui.ranking.more"), ...said].join(" · ");
}

/** A number with its sign, as a change is written. */
export function signed(by: number): string {
  return by > 0 ? `+${by}` : by < 0 ? `−${-by}` : "±0";
}

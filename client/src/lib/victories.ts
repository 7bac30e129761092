/** Who won what in this house: from the finished games of this device, its evenings around the real box, and what a file brought. */

import { derived, get } from "svelte/store";
import { evenings, type Evening } from "../box/evenings";
import { history, type Summary } from "./api";
import { gamesOfHouse } from "./forHouse";
import { isGiven } from "./friendly";
import { whoIs, type Member } from "./household";
import { kept, only } from "./prefs";

/** A player of a finished game. `place`: from 1. `bot`: its level, "" for a person. `won`: came first, and not all of them lost. */
export type Sat = { name: string; place: number; bot: string; won: boolean };
/** `at`: when it ended (Unix ms). */
export type Game = { id: string; game: string; at: number; players: Sat[] };

const isSat = (value: unknown): value is Sat => {
  const { name, place, bot, won } = (value ?? {}) as Partial<Sat>;
  return (
    typeof name === "string" &&
    name.length <= 100 &&
    typeof place === "number" &&
    typeof bot === "string" &&
    bot.length <= 60 &&
    typeof won === "boolean"
  );
};
export const isGame = (value: unknown): value is Game => {
  const { id, game, at, players } = (value ?? {}) as Partial<Game>;
  return (
    typeof id === "string" &&
    id.length <= 100 &&
    typeof game === "string" &&
    game.length <= 60 &&
    Number.isFinite(at) &&
    Array.isArray(players) &&
    players.length <= 12 &&
    players.every(isSat)
  );
};
const isGames = (value: unknown): value is Game[] => Array.isArray(value) && value.every(isGame);

/** The games that a file brought to this device. */
export const brought = kept<Game[]>("household-games", [], isGames, only(isGame));

/** A finished game as it is counted; null where nobody won it: it was abandoned, or called off. */
export function counted({ id, game, chairs, outcome, abandoned, ended_ms = 0 }: Summary): Game | null {
  if (!outcome || abandoned || outcome.ending === "called_off") return null;
  const low = Math.min(...outcome.ranking);
  const players = chairs.map(({ seat, who, name, level, yours }) => {
    const place = outcome.ranking[seat]! - low + 1;
    const won = place === 1 && outcome.returns[seat]! > 0;
    // A player at another screen is no one of this house, whatever their name.
    return { name: who === "bot" || yours ? name : "", place, bot: who === "bot" ? level : "", won };
  });
  return { id, game, at: ended_ms, players };
}

/** The evenings around the real box. */
const atHome = (all: readonly Evening[]): Game[] =>
  all.map(({ game, at, players }) => ({
    id: `box/${game}/${at}`,
    game,
    at,
    players: players.map(({ name, place }) => ({ name, place, bot: "", won: place === 1 })),
  }));

/** So many pages of finished games are read: 20 games each. */
const PAGES = 50;

/** The finished games of this device, as its server or the page itself has kept them. Throws `ApiError`. */
async function played(): Promise<Game[]> {
  const found: Game[] = [];
  for (let page = 0, pages = 1; page < Math.min(pages, PAGES); page++) {
    const answer = await history("", "", page);
    pages = answer.pages;
    found.push(...answer.tables.map(counted).filter((each) => each !== null));
  }
  return found;
}

/** The games that no server knows: around the real box, and what a file brought. */
export const elsewhere = derived([brought, evenings], ([some, others]) =>
  [...some, ...atHome(others)].sort((one, other) => one.at - other.at),
);

/** A game as two lists have it: each may name players whom the other does not know. */
const merged = (one: Game, other: Game): Game => ({
  ...one,
  players: one.players.map((each, n) => ({ ...each, name: each.name || (other.players[n]?.name ?? "") })),
});

/** All games that are counted, the first one first; each once. Throws `ApiError`. */
export async function everyGame(): Promise<Game[]> {
  const found = new Map<string, Game>();
  const [here, house] = await Promise.all([played(), gamesOfHouse()]);
  for (const game of [...get(elsewhere), ...here, ...house.filter(isGame)]) {
    const known = found.get(game.id);
    found.set(game.id, known ? merged(known, game) : game);
  }
  return [...found.values()].sort((one, other) => one.at - other.at);
}

/** What somebody has come to. `wins`, `games`: by game. */
export type Tally = {
  member: Member;
  wins: Record<string, number>;
  games: Record<string, number>;
  won: number;
  played: number;
};

/** What everybody has come to since an instant (Unix ms): whoever won most first. */
export function tally(games: readonly Game[], members: readonly Member[], since = 0): Tally[] {
  const found = members.map((member): Tally => ({ member, wins: {}, games: {}, won: 0, played: 0 }));
  for (const { game, at, players } of games) {
    if (at < since) continue;
    for (const { name, bot, won } of players) {
      const of = bot ? undefined : found.find(({ member }) => member === whoIs(name, members));
      if (!of) continue;
      of.games[game] = (of.games[game] ?? 0) + 1;
      of.played += 1;
      if (!won) continue;
      of.wins[game] = (of.wins[game] ?? 0) + 1;
      of.won += 1;
    }
  }
  return found.toSorted((one, other) => other.won - one.won || other.played - one.played);
}

/** The beginning of the month of an instant (Unix ms), here. */
export function monthOf(ms: number): number {
  const day = new Date(ms);
  return new Date(day.getFullYear(), day.getMonth(), 1).getTime();
}

/** Something that somebody did for the first time: played a game, won it, won against a level of bots. `level`: "" but for the last. */
export type First = { what: "game" | "win" | "bot"; game: string; level: string; at: number };

/** What somebody did for the first time, in order. */
export function firsts(games: readonly Game[], member: Member, members: readonly Member[]): First[] {
  const found = new Map<string, First>();
  const note = (first: First): void => {
    const key = [first.what, first.what === "bot" ? "" : first.game, first.level].join("/");
    if (!found.has(key)) found.set(key, first);
  };
  for (const { game, at, players } of games) {
    const mine = players.filter(({ name, bot }) => !bot && whoIs(name, members) === member);
    if (mine.length === 0) continue;
    note({ what: "game", game, level: "", at });
    if (!mine.some(({ won }) => won)) continue;
    note({ what: "win", game, level: "", at });
    for (const { bot, won } of players) if (bot && !won) note({ what: "bot", game, level: bot, at });
  }
  return [...found.values()];
}

/** Names that people chose who played here, and that are nobody's yet; the latest first. */
export function strangers(games: readonly Game[], members: readonly Member[]): string[] {
  const names = games.toReversed().flatMap(({ players }) => players.filter(({ bot }) => !bot).map(({ name }) => name));
  return [...new Set(names.filter((name) => name && !isGiven(name) && !whoIs(name, members)))].slice(0, 6);
}

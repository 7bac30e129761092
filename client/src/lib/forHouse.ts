/** The household that the host keeps for the house: every device of the house sees its people and their games, and only the host's browser changes it. */

import { derived, get, writable } from "svelte/store";
import { ask, json, saidOf } from "./api";
import { inFolder } from "./folder";
import { loopback } from "./house";
import { alike, household, isMembers, join, whoIs, type Member } from "./household";
import type { Message } from "./i18n";
import { cleanName, nameFault } from "./names";
import type { Game } from "./victories";

/** `keeper`: this browser may keep it and erase it. */
export type HouseholdKept = { kept: boolean; members: Member[]; keeper: boolean };
const NOTHING: HouseholdKept = { kept: false, members: [], keeper: false };
const READ = "/api/household";
const KEEP = "/api/host/household";
/** So many games from elsewhere go along, the last ones, and so many names that somebody had before. */
const MOST_GAMES = 500;
const MOST_ONCE = 8;

export const forHouse = writable<HouseholdKept>(NOTHING);

/** Why the host's browser could not take in the people whom the house keeps: it must not put its own in their place. */
export const apart = writable<Message | null>(null);

/** Those of this device, and those that the host keeps for the house. */
export const people = derived([household, forHouse], ([here, { members }]) => [
  ...here,
  ...members.filter(({ name }) => !here.some((each) => alike(each.name) === alike(name))),
]);

/** Who of the household sits on a chair: at this screen, or anywhere if the house keeps them. */
export const memberAt = derived(
  [people, forHouse],
  ([all, { members }]) =>
    ({ who, name, yours }: { who: string; name: string; yours: boolean }): Member | undefined =>
      who === "person" ? whoIs(name, yours ? all : members) : undefined,
);

/** Does an address lie in a house's own network, or on this machine? Nothing elsewhere keeps a household. */
export const inHouse = (hostname: string): boolean =>
  loopback(hostname) || /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$|^\[f[cd][\da-f]{2}:/i.test(hostname);

function take(found: HouseholdKept): void {
  forHouse.set(isMembers(found.members) ? found : NOTHING);
}

/** The host's browser may have lost what it had: what is kept for the house comes back before anything is changed there. */
function comeBack({ keeper, kept, members }: HouseholdKept): void {
  apart.set(null);
  if (!keeper || !kept || !isMembers(members)) return;
  try {
    join(members.filter(({ name }) => !whoIs(name, get(household))));
  } catch (reason) {
    apart.set(saidOf(reason));
  }
}

let asked: Promise<void> | null = null;
/** Learn what is kept for the house; a server is asked once while this page lives. */
export function lookForHouse(again = false): Promise<void> {
  if (inFolder || !inHouse(location.hostname)) return Promise.resolve();
  if (again) asked = null;
  return (asked ??= ask<HouseholdKept>(READ)
    .then((found) => {
      comeBack(found);
      take(found);
    })
    .catch(() => undefined)); // the people of this device are enough
}

/** The games that count for the people of the house. */
export const gamesOfHouse = async (): Promise<Game[]> =>
  get(forHouse).kept ? (await ask<{ games: Game[] }>(`${READ}/games`)).games : [];

let before: Promise<unknown> = Promise.resolve();
/** What changes the house's household is asked for in order, one after the other. */
function inTurn(what: () => Promise<HouseholdKept>): Promise<void> {
  const now = before.then(async () => take(await what()));
  before = now.catch(() => undefined);
  return now;
}

/** Somebody as a server takes them: with the last names that they had before. */
const asTaken = (member: Member): Member => ({
  ...member,
  once: member.once
    .map(cleanName)
    .filter((name) => nameFault(name) === null)
    .slice(0, MOST_ONCE),
});

/** A game in which nobody else is named; null if nobody of these people played, or no server would take it. */
function asCounted(game: Game, members: readonly Member[]): Game | null {
  const at = Math.max(0, Math.round(game.at));
  const named = ({ name, bot }: Game["players"][number]): boolean => !bot && whoIs(name, members) !== undefined;
  if (!Number.isSafeInteger(at) || !game.players.some(named)) return null;
  if (!game.players.every(({ place }) => Number.isInteger(place) && place > 0 && place <= 100)) return null;
  return {
    ...game,
    at,
    players: game.players.map((each) => ({ ...each, name: named(each) ? cleanName(each.name) : "" })),
  };
}

/** Let the house keep these people in place of those before, and beside what it has these games that its server does not know: their players
by name, if they are among the people. Throws `ApiError`. */
export function keepForHouse(all: readonly Member[], games: readonly Game[]): Promise<void> {
  const members = all.map(asTaken);
  const counted = games.map((game) => asCounted(game, members)).filter((game) => game !== null);
  const body = { members, games: counted.slice(-MOST_GAMES) };
  return inTurn(() => ask<HouseholdKept>(KEEP, json("PUT", body)));
}

/** Erase what the house keeps. Throws `ApiError`. */
export async function eraseForHouse(): Promise<void> {
  await inTurn(() => ask<HouseholdKept>(KEEP, json("DELETE", {})));
  apart.set(null);
}

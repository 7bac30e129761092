/** The household that the host keeps for the house: every device of the house sees its people and their games, and only the host's browser changes it. */

import { derived, get, writable } from "svelte/store";
import { ask, json } from "./api";
import { inFolder } from "./folder";
import { loopback } from "./house";
import { alike, household, isMembers, join, whoIs, type Member } from "./household";
import type { Game } from "./victories";

/** `keeper`: this browser may keep it and erase it. */
export type HouseholdKept = { kept: boolean; members: Member[]; keeper: boolean };
const NOTHING: HouseholdKept = { kept: false, members: [], keeper: false };
const READ = "/api/household";
const KEEP = "/api/host/household";
/** So many games from elsewhere go along, the last ones. */
const MOST_GAMES = 500;

export const forHouse = writable<HouseholdKept>(NOTHING);

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

let asked: Promise<void> | null = null;
/** Learn what is kept for the house; a server is asked once while this page lives. */
export function lookForHouse(again = false): Promise<void> {
  if (inFolder || !inHouse(location.hostname)) return Promise.resolve();
  if (again) asked = null;
  return (asked ??= ask<HouseholdKept>(READ)
    .then((found) => {
      take(found);
      // The host's browser may have lost what it had: what is kept for the house comes back before anything is changed there.
      if (found.keeper && found.kept) join(get(forHouse).members.filter(({ name }) => !whoIs(name, get(household))));
    })
    .catch(() => undefined)); // the people of this device are enough
}

/** The games that count for the people of the house. */
export const gamesOfHouse = async (): Promise<Game[]> =>
  get(forHouse).kept ? (await ask<{ games: Game[] }>(`${READ}/games`)).games : [];

/** Let the house keep these people, and these games that its server does not know: their players by name, if they are among the people. Throws `ApiError`. */
export async function keepForHouse(members: readonly Member[], games: readonly Game[]): Promise<void> {
  const named = games.slice(-MOST_GAMES).map((game) => ({
    ...game,
    at: Math.max(0, Math.round(game.at)),
    players: game.players.map((each) => ({ ...each, name: whoIs(each.name, members) ? each.name : "" })),
  }));
  take(await ask<HouseholdKept>(KEEP, json("PUT", { members, games: named })));
}

/** Erase what the house keeps. Throws `ApiError`. */
export async function eraseForHouse(): Promise<void> {
  take(await ask<HouseholdKept>(KEEP, json("DELETE", {})));
}

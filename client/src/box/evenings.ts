/** The games played with a real box at home, kept on this device: `evenings-at-home`, the last one first. */

import { kept, only } from "../lib/prefs";

/** `place` begins with 1, and equal ones are shared; `points` where the game counts some. */
export type Player = { name: string; place: number; points?: number };
/** `at` is when it ended, Unix ms. */
export type Evening = { game: string; at: number; players: Player[] };

/** The most games that are kept: the oldest go first. */
const MOST = 500;

function isPlayer(value: unknown): value is Player {
  if (typeof value !== "object" || value === null) return false;
  const { name, place, points } = value as Record<string, unknown>;
  return (
    typeof name === "string" &&
    Number.isInteger(place) &&
    (place as number) > 0 &&
    (points === undefined || Number.isFinite(points))
  );
}

function isEvening(value: unknown): value is Evening {
  if (typeof value !== "object" || value === null) return false;
  const { game, at, players } = value as Record<string, unknown>;
  return typeof game === "string" && Number.isFinite(at) && Array.isArray(players) && players.every(isPlayer);
}
export const isEvenings = (value: unknown): value is Evening[] => Array.isArray(value) && value.every(isEvening);

export const evenings = kept<Evening[]>("evenings-at-home", [], isEvenings, only(isEvening));

/** Write a game down. Returns whether the browser kept it. */
export function played(evening: Evening): boolean {
  const players = [...evening.players].sort((one, other) => one.place - other.place);
  return evenings.update((all) => [{ ...evening, players }, ...all].slice(0, MOST));
}

/** Take a game off the list; the way to put it back where it was. */
export function erased(evening: Evening): () => void {
  let at = -1;
  const text = JSON.stringify(evening);
  evenings.update((all) => {
    at = all.findIndex((each) => JSON.stringify(each) === text);
    return all.filter((_, i) => i !== at);
  });
  return () => void (at >= 0 && evenings.update((all) => [...all.slice(0, at), evening, ...all.slice(at)]));
}

/** The people who play with each box, as they were last written, and how many there are. */
export type Around = { seats: number; way: number; names: string[] };
const isAround = (value: unknown): value is Record<string, Around> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value as object).every((each: unknown) => {
    const { seats, way, names } = (each ?? {}) as Record<string, unknown>;
    return (
      Number.isInteger(seats) &&
      Number.isInteger(way) &&
      Array.isArray(names) &&
      names.every((name) => typeof name === "string")
    );
  });
export const around = kept<Record<string, Around>>("around-the-box", {}, isAround);

/** Erase all games played at home, and the names of those who play. Returns whether the browser did. */
export const eraseAll = (): boolean => [evenings.set([]), around.set({})].every(Boolean);

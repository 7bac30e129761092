/** The games played with a real box at home, kept on this device: `evenings-at-home`, the last one first. */

import { kept, only } from "../lib/prefs";
import type { Position, Written } from "./api";
import type { Face } from "./turnClock";

/** `place` begins with 1, and equal ones are shared; `points` where the game counts some. */
export type Player = { name: string; place: number; points?: number };
/** `at` is when it ended, Unix ms. Those who won `together` are all first; where they lost nobody is. */
export type Evening = { game: string; at: number; players: Player[]; together?: Together };
export type Together = "won" | "lost";
const isTogether = (value: unknown): value is Together | undefined =>
  value === undefined || value === "won" || value === "lost";

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
  const { game, at, players, together } = value as Record<string, unknown>;
  return (
    typeof game === "string" &&
    Number.isFinite(at) &&
    Array.isArray(players) &&
    players.every(isPlayer) &&
    isTogether(together)
  );
}
export const isEvenings = (value: unknown): value is Evening[] => Array.isArray(value) && value.every(isEvening);

export const evenings = kept<Evening[]>("evenings-at-home", [], isEvenings, only(isEvening));

export const inOrder = (players: readonly Player[]): Player[] =>
  [...players].sort((one, other) => one.place - other.place);

/** Write a game down, or correct one that was. Returns whether the browser kept it. */
export function played(evening: Evening, before?: Evening): boolean {
  const now = { ...evening, players: inOrder(evening.players) };
  const text = JSON.stringify(before);
  return evenings.update((all) => {
    const at = all.findIndex((each) => JSON.stringify(each) === text);
    return at < 0 ? [now, ...all].slice(0, MOST) : all.map((each, i) => (i === at ? now : each));
  });
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

/** The people who play with each box, as they were last written, how many there are, and who begins if that was drawn. */
export type Around = {
  seats: number;
  way: number;
  names: string[];
  first?: number | undefined;
  printed?: boolean;
  laid?: Record<string, Laid>;
};
/** What lies around the box: the pad, the board or hand that is set, the clock, the dice. `noted`: when the game on the pad was written down. `before`: the
situations that can be taken back, the last one last. `rolls`: how often the dice were rolled in this turn. */
export type Laid = {
  table?: Written;
  players?: Written[];
  places?: number[];
  together?: Together | undefined;
  noted?: number | undefined;
  position?: Position;
  before?: readonly Position[];
  hand?: string[];
  clock?: Face | null;
  dice?: Die[];
  rolls?: number;
};
/** A die that was thrown: the number of its face, -1 before. */
export type Die = { face: number; kept: boolean };
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const maybe = (value: unknown, valid: (value: unknown) => boolean): boolean => value === undefined || valid(value);
const each =
  (valid: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(valid);
const isFace = (value: unknown): boolean =>
  value === null ||
  (isObject(value) &&
    (value["kind"] === "turn" || value["kind"] === "game") &&
    Number.isFinite(value["each"]) &&
    each(Number.isFinite)(value["left"]) &&
    Number.isInteger(value["whose"]) &&
    (value["since"] === null || Number.isFinite(value["since"])));
const isDie = (value: unknown): boolean =>
  isObject(value) && Number.isInteger(value["face"]) && typeof value["kept"] === "boolean";
const isLaid = (value: unknown): boolean =>
  isObject(value) &&
  maybe(value["table"], isObject) &&
  maybe(value["players"], each(isObject)) &&
  maybe(value["places"], each(Number.isInteger)) &&
  isTogether(value["together"]) &&
  maybe(value["noted"], Number.isFinite) &&
  maybe(value["position"], isObject) &&
  maybe(value["before"], each(isObject)) &&
  maybe(value["rolls"], Number.isInteger) &&
  maybe(
    value["hand"],
    each((one) => typeof one === "string"),
  ) &&
  maybe(value["clock"], isFace) &&
  maybe(value["dice"], each(isDie));
export const isAround = (value: unknown): value is Record<string, Around> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value as object).every((one: unknown) => {
    const { seats, way, names, first, laid } = (one ?? {}) as Record<string, unknown>;
    return (
      Number.isInteger(seats) &&
      Number.isInteger(way) &&
      Array.isArray(names) &&
      names.every((name) => typeof name === "string") &&
      maybe(first, Number.isInteger) &&
      maybe(laid, (all) => isObject(all) && Object.values(all).every(isLaid))
    );
  });
export const around = kept<Record<string, Around>>("around-the-box", {}, isAround);

/** Erase all games played at home, and the names of those who play. Returns whether the browser did. */
export const eraseAll = (): boolean => [evenings.set([]), around.set({})].every(Boolean);

/** Something else lies around a box. */
export const laying = (now: Around, what: Partial<Laid>): Around => {
  const key = `${now.seats}/${now.way}`;
  return { ...now, laid: { ...now.laid, [key]: { ...now.laid?.[key], ...what } } };
};

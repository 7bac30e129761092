/** An evening of a club, as the server tells it. */

import { ask, json, problem, raw, word } from "./api";
import { beKnown } from "./guest";
import type { Message } from "./i18n";

export type Named = { player: number; name: string };
export type SeatAt = Named & { rank: number | null; points: number | null };
/** `how`: its game goes on, is over, was ended by the organiser, or has a result that the organiser corrected. */
export type TableAt = {
  number: number;
  table: string;
  how: "playing" | "over" | "ended" | "corrected";
  seats: SeatAt[];
};
export type RoundAt = { tables: TableAt[]; wait: Named[] };
export type Line = Named & {
  place: number;
  points: number;
  opponents: number;
  wins: number;
  played: number;
  waited: number;
  here: boolean;
};
export type Kind = "swiss" | "round-robin";
export type Clock = { per: "move" | "game" | "days"; seconds: number; increment: number };
export type Evening = {
  id: string;
  name: string;
  game: string;
  options: Record<string, boolean | number | string>;
  kind: Kind;
  sizes: number[];
  rounds: number;
  rated: boolean;
  clock: Clock | null;
  /** The number of the round that was begun last; 0 before the first. */
  round: number;
  closed: boolean;
  players: (Named & { here: boolean })[];
  history: RoundAt[];
  standings: Line[];
  you: {
    organiser: boolean;
    player: number | null;
    name: string;
    here: boolean;
    table: { table: string; number: number; how: TableAt["how"] } | null;
    waits: boolean;
  };
  /** Why the next round cannot begin; null if it can. */
  why_no_round: Message | null;
};
export type Listed = { id: string; name: string; game: string; organiser: boolean };
export type NewEvening = {
  name: string;
  game: string;
  least: number;
  most: number;
  rounds: number;
  how: Kind;
  options: Evening["options"];
  rated: boolean;
  clock: Clock | null;
};
export type Wish =
  | { kind: "join"; name: string }
  | { kind: "leave"; player?: number }
  | { kind: "back"; player: number }
  | { kind: "begin"; round: number }
  | { kind: "correct"; table: string; ranks: number[] }
  | { kind: "end"; table: string }
  | { kind: "close" };

export const evenings = (): Promise<{ evenings: Listed[] }> => ask("/api/evenings");
export const makeEvening = (body: NewEvening): Promise<{ id: string }> =>
  beKnown().then(() => ask("/api/evenings", json("POST", body)));
export const evening = (id: string): Promise<Evening> => ask(`/api/evenings/${word(id)}`);
export const wish = (id: string, body: Wish): Promise<Evening> =>
  beKnown().then(() => ask(`/api/evenings/${word(id)}`, json("POST", body)));

/** The evening, or null where it is still as `tag` says; with the tag of what came. */
export async function newer(id: string, tag: string): Promise<{ found: Evening | null; tag: string }> {
  const answer = await raw(`/api/evenings/${word(id)}`, {
    cache: "no-store",
    ...(tag ? { headers: { "if-none-match": tag } } : {}),
  });
  if (answer.status === 304) return { found: null, tag };
  if (!answer.ok) throw await problem(answer);
  return { found: (await answer.json()) as Evening, tag: answer.headers.get("etag") ?? "" };
}

/** The code of an evening, the end of its address: from a code as people type it, or from a whole address; "" for anything else. The server
knows which evening it means. */
export function codeOf(text: string): string {
  return /(?:^|\/(?:evening|board)\/)([\p{L}\p{N}_-]+)\/?(?:[?#].*)?$/u.exec(text.replace(/\s/g, ""))?.[1] ?? "";
}

/** A code as it is read out: in two halves. */
export function halved(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}\u00a0${code.slice(4)}` : code;
}

/** Ranks as they are written, from the places that somebody gave: each is one more than the number of those ahead. */
export function ranksOf(places: readonly number[]): number[] {
  return places.map((place) => 1 + places.filter((other) => other < place).length);
}

/** The same with a word for players without a name: they were erased. */
export function withSomebody(evening: Evening, somebody: string): Evening {
  return JSON.parse(JSON.stringify(evening), (_, value: unknown) => {
    if (typeof value !== "object" || value === null || !("player" in value) || value.player === null) return value;
    return "name" in value && value.name === "" ? { ...value, name: somebody } : value;
  }) as Evening;
}

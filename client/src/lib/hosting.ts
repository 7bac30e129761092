/** What the host's page asks the server. */

import { writable } from "svelte/store";
import { ask, json, word } from "./api";
import type { Message } from "./i18n";

/** Where phones of the house reach these pages; "" while none do. */
export const housed = writable("");

/** An address of this computer alone, as phones of the house reach it. */
export const reached = (address: string, house: string): string =>
  house && address.startsWith(`${location.origin}/`) ? house + address.slice(location.origin.length) : address;

export type Table = {
  id: string;
  game: string;
  phase: "lobby" | "playing" | "over";
  people: number;
  watching: number;
  made_ms: number;
  last_ms: number;
  last: string;
  closed: boolean;
};
export type Process = {
  process: string;
  up_s: number;
  sockets: number;
  relayed: number;
  lag_p99_ms: number;
  lag_max_ms: number;
  bots: number;
  moves: number;
  free_bytes: number;
  tables: Table[];
};
export type Announcement = { id: string; text: string; left_ms: number };
/** `silent`: how many processes do not answer; `database`: why nothing can be written, "" if it can; unknown sizes are -1. */
export type Overview = {
  now_ms: number;
  processes: Process[];
  silent: number;
  database: "" | "stopping" | "store" | "cluster";
  log_bytes: number;
  all_tables: number;
  announcement: Announcement | null;
};
type SignedIn = { signed_in: boolean };

export const session = (): Promise<SignedIn> => ask("/api/host/session");
export const signIn = (key: string): Promise<SignedIn> => ask("/api/host/session", json("POST", { key }));
export const signOut = (): Promise<SignedIn> => ask("/api/host/session", json("DELETE", {}));
export const overview = (): Promise<Overview> => ask("/api/host");
export const setClosed = (table: string, closed: boolean): Promise<{ closed: boolean }> =>
  ask(`/api/host/tables/${word(table)}`, json("POST", { closed }));
export const setAllClosed = (
  tables: readonly string[],
  closed: boolean,
): Promise<{ done: string[]; failed: Record<string, { error: Message }> }> =>
  ask("/api/host/tables", json("POST", { tables, closed }));
export const announce = (text: string, minutes: number): Promise<unknown> =>
  ask("/api/host/announcement", json("PUT", { text, minutes }));
export const announceNothing = (): Promise<unknown> => ask("/api/host/announcement", json("DELETE", {}));
/** The house's network: `why` it is not offered here (null: it is), where phones come in (the likeliest first), what is wrong although it is open, and the data folder that the server was given ("": the user's). */
export type HouseFacts = {
  why: Message | null;
  open: boolean;
  urls: string[];
  left_s: number;
  lasts_s: number;
  problem: Message | null;
  data: string;
};
export const house = (): Promise<HouseFacts> => ask("/api/host/house");
export const openHouse = (): Promise<HouseFacts> => ask("/api/host/house", json("POST", {}));
export const closeHouse = (): Promise<HouseFacts> => ask("/api/host/house", json("DELETE", {}));
export const houseCode = (url: string): string => `/api/host/house/qr.svg?url=${word(url)}`;
/** Where one table's record is, and all of them. */
export const recordOf = (table: string): string => `/api/host/tables/${word(table)}/record`;
export const RECORDS = "/api/host/records.zip";

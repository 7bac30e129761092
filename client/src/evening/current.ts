/** The evening that this device takes part in or leads: its owner hears of their next table on every page. */

import { writable } from "svelte/store";
import type { Evening } from "../lib/evenings";
import { kept } from "../lib/prefs";

const isText = (value: unknown): value is string => typeof value === "string";

/** Its id; "" for none. */
export const current = kept<string>("evening", "", isText);
/** The table that was called last, its id: on the page of another board a call is only shown as it comes. */
export const called = kept<string>("eveningCalled", "", isText);
/** Calls that need not be shown again, as `Call.what`: closed, or followed. */
export const heard = kept<string>("eveningHeard", "", isText);
/** The evening as it is now; null where none is followed. */
export const followed = writable<Evening | null>(null);

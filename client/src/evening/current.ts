/** The evening that this device takes part in or leads: wherever its person is, they are told of their next table. */

import { writable } from "svelte/store";
import type { Evening } from "../lib/evenings";
import { kept } from "../lib/prefs";

const isText = (value: unknown): value is string => typeof value === "string";

/** Its id; "" for none. */
export const current = kept<string>("evening", "", isText);
/** The table that was called last, its id: on the page of another board a call is only shown as it comes. */
export const called = kept<string>("eveningCalled", "", isText);
/** What need not be said any more, as `Call.what`: it was closed, or one has gone there. */
export const heard = kept<string>("eveningHeard", "", isText);
/** The evening as it is now; null where none is followed. */
export const followed = writable<Evening | null>(null);

/** The evening that this device takes part in: wherever its person is, they are told of their next table. */

import { kept } from "../lib/prefs";

const isText = (value: unknown): value is string => typeof value === "string";

/** Its id; "" for none. */
export const current = kept<string>("evening", "", isText);

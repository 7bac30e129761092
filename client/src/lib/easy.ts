import { kept } from "./prefs";

/** Are the rules shown in sentences that are easy to read? */
export const easy = kept<boolean>("easy", false, (value): value is boolean => typeof value === "boolean");

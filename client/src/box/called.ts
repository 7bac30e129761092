/** What the players around a box are called. */

import { t } from "../lib/i18n";

/** Those without a name go by their number. */
export const called = (names: readonly string[]): string[] =>
  names.map((name, seat) => name.trim() || t("ui.box.player", { n: seat + 1 }));

/** A line about a turn, in words. */

import { t } from "../lib/i18n";
import { afterColon, joined, unstopped } from "../lib/sentences";
import { nameOf } from "../lib/names";
import type { Chair, Move, TableFacts } from "../net/wire";
import { told, type Line } from "./story";

/** `Léa: rolls 3 dice again, yellow +3`; the same thing several times over is said once, with its number. */
export function sayLine(line: Line, { chairs }: TableFacts): string {
  const parts: { said: string; n: number }[] = [];
  for (const said of told(line).map((part) => t(part))) {
    const last = parts.at(-1);
    if (last?.said === said) last.n++;
    else parts.push({ said, n: 1 });
  }
  const what = joined(parts.map(({ said, n }) => (n > 1 ? `${unstopped(said)} (× ${n})` : said)));
  const chair = chairs.find(({ seat }) => seat === line.seat);
  return chair ? t("ui.moves.line", { who: nameOf(chair, chairs), what }) : what;
}

/** The title of what deserves a look, after the name of who brought it about; chance has none. */
export function sayMoment({ seat, moment }: Pick<Move, "seat" | "moment">, { chairs }: { chairs: readonly Chair[] }): string {
  const what = moment ? t(moment.title) : "";
  const chair = chairs.find((each) => each.seat === seat);
  const names = chairs.map((each) => nameOf(each, chairs));
  return chair && what ? t("ui.moves.line", { who: nameOf(chair, chairs), what: afterColon(what, names) }) : what;
}

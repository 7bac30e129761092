/** A line about a turn, in words. */

import { t, unended, type Message } from "../lib/i18n";
import { afterColon, joined } from "../lib/sentences";
import { nameOf } from "../lib/names";
import type { Chair, Move, TableFacts } from "../net/wire";
import { prepared, told, type Line } from "./story";

/** `Léa: yellow runs 3 spaces (3 dice rolled again)`: the action comes first; repeated things appear once, with their number. `by`: the
player's name, if somebody else has the seat now. */
export function sayLine(line: Line, { chairs }: TableFacts, by?: string): string {
  const [deed, before] = [together(told(line)), together(prepared(line))];
  const what = before ? t("ui.moves.prepared", { what: unended(deed), how: before }) : deed;
  const chair = chairs.find(({ seat }) => seat === line.seat);
  return chair ? t("ui.moves.line", { who: by ?? nameOf(chair, chairs), what }) : what;
}

/** The same in two parts: the action, and what led to it, if anything. */
export function sayParts(line: Line, table: TableFacts, by?: string): [deed: string, before: string] {
  const said = sayLine(line, table, by);
  const before = together(prepared(line));
  const at = before ? said.lastIndexOf(" ", said.lastIndexOf(before) - 1) : -1;
  return at > 0 ? [said.slice(0, at), said.slice(at)] : [said, ""];
}

function together(messages: readonly Message[]): string {
  const parts: { said: string; n: number }[] = [];
  for (const said of messages.map((part) => t(part))) {
    const last = parts.at(-1);
    if (last?.said === said) last.n++;
    else parts.push({ said, n: 1 });
  }
  return joined(parts.map(({ said, n }) => (n > 1 ? `${unended(said)} (× ${n})` : said)));
}

/** The title of a moment, after the name of the player who caused it; chance has none. */
export function sayMoment(
  { seat, moment }: Pick<Move, "seat" | "moment">,
  { chairs }: { chairs: readonly Chair[] },
): string {
  const what = moment ? t(moment.title) : "";
  const chair = chairs.find((each) => each.seat === seat);
  const names = chairs.map((each) => nameOf(each, chairs));
  return chair && what ? t("ui.moves.line", { who: nameOf(chair, chairs), what: afterColon(what, names) }) : what;
}

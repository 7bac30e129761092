/** Points as far as a pad can be counted: an entry that cannot be is left out and named, and the rest counts. */

import { ApiError } from "../lib/api";
import type { Message } from "../lib/i18n";
import { points, type Counted, type Pad, type Written } from "./api";
import { plainly } from "./plainly";

/** An entry that cannot be: whose it is (-1: the whole table's), its field, and why. */
export type Wrong = { seat: number; field: string; said: Message };
/** `said`: why nothing could be counted. */
export type Tally = { counted: Counted | null; wrong: Wrong[]; said: Message | null };

type Asked = Parameters<typeof points>[1];

export async function tally(game: string, pad: Asked): Promise<Tally> {
  const table: Written = { ...pad.table };
  const players: Written[] = pad.players.map((each) => ({ ...each }));
  const wrong: Wrong[] = [];
  for (;;) {
    try {
      return { counted: await points(game, { ...pad, table, players }), wrong, said: null };
    } catch (reason) {
      const { field, named } = where(reason instanceof ApiError ? reason.said.args?.["field"] : "", players.length);
      const entries = (seat: number): Written => (seat < 0 ? table : players[seat]!);
      const seats = named.filter((seat) => field in entries(seat));
      if (seats.length === 0) return { counted: null, wrong, said: plainly(reason) };
      for (const seat of seats) {
        delete entries(seat)[field];
        wrong.push({ seat, field, said: plainly(reason) });
      }
    }
  }
}

/** `players[1].jade`: the field `jade` of the second player; `players.T`: that of all; `table.first`: that of the whole table. */
function where(text: unknown, players: number): { field: string; named: number[] } {
  const [, whose, seat, field = ""] = /^(table|players)(?:\[(\d+)\])?\.(.+)$/.exec(String(text)) ?? [];
  const all = Array.from({ length: players }, (_, each) => each);
  const named = whose === "table" ? [-1] : seat === undefined ? all : all.filter((each) => each === Number(seat));
  return { field, named };
}

/** What the answers of a field are. */
export const choicesOf = (pad: Pad, { choices }: Pad["table"][number]) =>
  typeof choices === "string" ? (pad.lists[choices] ?? []) : choices;

/** Whose entries are not all chosen: seats, and -1 for the whole table. A number that nobody wrote is 0. */
export function unfilled(pad: Pad, options: Asked["options"], table: Written, players: readonly Written[]): number[] {
  const lacks = (fields: Pad["player"], now: Written): boolean =>
    fields.some(
      (field) => choicesOf(pad, field).length > 0 && (!field.option || options[field.option]) && !(field.id in now),
    );
  return [table, ...players].flatMap((now, i) => (lacks(i === 0 ? pad.table : pad.player, now) ? [i - 1] : []));
}

/** Those who are first; nobody while nobody has a point. */
export const leading = ({ points, ranks }: Pick<Counted, "points" | "ranks">): number[] =>
  ranks.flatMap((rank, seat) => (rank === 1 && points[seat]! > 0 ? [seat] : []));

/** The place of all who have none yet (0): the first that is free; 0 while nobody has one. */
export function nextPlace(places: readonly number[]): number {
  if (!places.some((place) => place > 0)) return 0;
  let next = 1;
  while (places.filter((place) => place > 0 && place <= next).length >= next) next++;
  return next;
}

/** Who plays in which colour: around a table people choose, and at home everybody has one (`lib/household.ts`). */

import { whoIs, type Member } from "../lib/household";
import type { Companion } from "./api";

type Box = Pick<Companion, "colour" | "shared_out">;

/** The colours of each seat in the rules, and those that nobody has there. */
function inRules({ colour, shared_out }: Box, seats: number): { seated: string[][]; left: string[][] } {
  const tints = colour.map(({ tint }) => tint);
  const all = shared_out.includes(seats);
  return {
    seated: Array.from({ length: seats }, (_, seat) => tints.filter((_, i) => (all ? i % seats : i) === seat)),
    left: all ? [] : tints.slice(seats).map((tint) => [tint]),
  };
}

/** The colours of each seat: first whoever has one at home takes it, if the box has it and nobody did before, then the others take theirs in the rules or what is left. */
export function dealt(box: Box, names: readonly string[], members: readonly Member[]): string[][] {
  const { seated, left } = inRules(box, names.length);
  const free = [...seated, ...left];
  const take = (wanted: string[] | undefined): string[] | undefined =>
    wanted && free.includes(wanted) ? free.splice(free.indexOf(wanted), 1)[0] : undefined;
  const own = names.map((name) => {
    const colour = name.trim() ? whoIs(name, members)?.colour : undefined;
    return colour && take(free.find((tints) => tints.includes(colour)));
  });
  const usual = own.map((tints, seat) => tints ?? take(seated[seat]));
  return usual.map((tints) => tints ?? free.shift() ?? []);
}

/** Fields in which a colour is told, and those in which its signs are. */
const TOLD = ["tint", "tints", "key"];
const SIGNED = ["mark", "sign", "face"];

/** What the rules say of seats, with the colours in which people really play. */
export function recoloured<T>(found: T, box: Box, colours: readonly string[][]): T {
  const was = inRules(box, colours.length).seated.flat();
  const now = colours.flat();
  if (was.join() === now.join()) return found;
  const signs = (tint: string): string[] => box.colour.find((each) => each.tint === tint)!.signs;
  const tints = new Map(was.map((tint, i) => [tint, now[i]!]));
  const marks = new Map(was.flatMap((tint, i) => signs(tint).map((sign, n) => [sign, signs(now[i]!)[n]!] as const)));
  const told = (text: string): string => text.replace(/[a-z]+$/, (word) => tints.get(word) ?? word);
  const signed = (text: string): string => text.replace(/^(?:[a-z]+|[^a-z])/, (sign) => marks.get(sign) ?? sign);
  function walk(value: unknown, field: string): unknown {
    if (typeof value === "string")
      return TOLD.includes(field) ? told(value) : SIGNED.includes(field) ? signed(value) : value;
    if (Array.isArray(value)) return value.map((each) => walk(each, field));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each, name)]));
  }
  return walk(found, "") as T;
}

/** Who won at a table, and how, in words. */

import { known, t, type Message } from "../lib/i18n";
import { nameOf, together } from "../lib/names";
import type { Chair, Scene, TableFacts } from "../net/wire";

/** A chair with its rank, 1 for the first. */
export interface Ranked {
  chair: Chair;
  rank: number;
}

/** Everybody at a finished table by rank; equal ranks in the order of seats. */
export function ranked(table: TableFacts): Ranked[] {
  const ranking = table.outcome?.ranking ?? [];
  const low = Math.min(...ranking);
  return table.chairs
    .map((chair) => ({ chair, rank: (ranking[chair.seat] ?? low) - low + 1 }))
    .sort((a, b) => a.rank - b.rank || a.chair.seat - b.chair.seat);
}

/** Why a game is over, in a sentence; "" if there is none. */
export function whyOver(table: TableFacts, scene: Scene | null): string {
  const key = `${table.game}.ending.${table.outcome?.ending ?? ""}`;
  return scene?.why ? t(scene.why) : known(key) ? t(key) : "";
}

/** Who won, worded for this screen; null while nobody has. If giving up ended the game, also who gave up. */
export function victory(table: TableFacts): Message | null {
  if (table.phase !== "over" || !table.outcome) return null;
  const first = ranked(table)
    .filter(({ rank }) => rank === 1)
    .map(({ chair }) => chair);
  const who = names(table, first);
  const [n, you] = [first.length, isYou(table, first)];
  if (table.abandoned) return { key: "ui.over.abandoned", args: { n: table.abandoned } };
  if (calledOff(table)) return { key: "ui.over.called_off" };
  if (table.outcome.ending === "resigned") {
    const left = table.chairs.filter(({ resigned }) => resigned);
    const won = table.together
      ? { key: "ui.over.rest.together" }
      : you
        ? { key: "ui.over.rest.you" }
        : { key: "ui.over.rest", args: { who, n } };
    if (left.length > 0 && left.every(({ timed_out }) => timed_out)) {
      const gone = isYou(table, left)
        ? { key: "ui.over.timed_out.you" }
        : { key: "ui.over.timed_out", args: { who: names(table, left), n: left.length } };
      return { key: "ui.over.given_up", args: { left: gone, won } };
    }
    const args = {
      left: isYou(table, left)
        ? { key: "ui.over.left.you" }
        : { key: "ui.over.left", args: { who: names(table, left), n: left.length } },
      won,
    };
    return { key: "ui.over.given_up", args };
  }
  if (table.together) return all(table);
  if (you) return { key: "ui.over.you" };
  const mine = own(table);
  if (mine && n > 1 && first.includes(mine))
    return {
      key: "ui.over.with",
      args: {
        who: names(
          table,
          first.filter((chair) => chair !== mine),
        ),
      },
    };
  return { key: n > 1 ? "ui.over.shared" : "ui.over.won", args: { who } };
}

/** The most names that fit on the card at the end. */
const ON_THE_CARD = 4;

/** Whether the card at the end shows everybody's result. */
export function isCounted(table: TableFacts, scene: Scene | null): boolean {
  return (
    table.phase === "over" &&
    !calledOff(table) &&
    table.chairs.length <= ON_THE_CARD &&
    (scene?.standings.some(({ lines }) => lines.length > 0) ?? false)
  );
}

/** Who won, by name only; null if nobody in particular did. */
export function winners(table: TableFacts): Message | null {
  if (table.phase !== "over" || !table.outcome || table.together || table.abandoned || calledOff(table)) return null;
  const first = ranked(table)
    .filter(({ rank }) => rank === 1)
    .map(({ chair }) => chair);
  return { key: first.length > 1 ? "ui.over.shared" : "ui.over.won", args: { who: names(table, first) } };
}

/** The end of a game that all play together. */
function all(table: TableFacts): Message {
  const won = (table.outcome?.returns[0] ?? 0) > 0;
  if (table.chairs.length === 1 && own(table)) return { key: won ? "ui.over.you" : "ui.over.lost" };
  return { key: won ? "ui.over.together.won" : "ui.over.together.lost" };
}

/** The only chair of this screen; undefined where it has several or none. */
function own(table: TableFacts): Chair | undefined {
  const yours = table.chairs.filter(({ yours }) => yours);
  return yours.length === 1 ? yours[0] : undefined;
}

/** How it ended for the single person at this screen who did not win; null for winners, and for no or several people. */
export function consolation(table: TableFacts): Message | null {
  const mine = own(table);
  if (table.phase !== "over" || !table.outcome || !mine || table.together || mine.resigned) return null;
  const all = ranked(table);
  const rank = all.find(({ chair }) => chair === mine)!.rank;
  if (rank === 1) return null;
  const others = all
    .filter((each) => each.rank === rank && each.chair !== mine && !each.chair.resigned)
    .map(({ chair }) => chair);
  if (others.length > 0)
    return {
      key: "ui.over.place.with",
      args: { place: { key: "ui.rank", args: { n: rank } }, who: names(table, others) },
    };
  return table.chairs.length === 2
    ? { key: "ui.over.lost" }
    : { key: "ui.over.place", args: { place: { key: "ui.rank", args: { n: rank } }, of: table.chairs.length } };
}

/** Was the game ended without a winner, because its players wanted that? */
export function calledOff(table: TableFacts): boolean {
  return table.outcome?.ending === "called_off";
}

function names(table: TableFacts, chairs: readonly Chair[]): string {
  return together(chairs.map((chair) => nameOf(chair, table.chairs)));
}

/** Is it one person alone, and the only one at this screen? */
function isYou(table: TableFacts, [only, second]: readonly Chair[]): boolean {
  return !second && !!only?.yours && table.chairs.filter(({ yours }) => yours).length === 1;
}

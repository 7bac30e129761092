/** The contents of a seat's row: its player, its counters or a problem, whether it is its turn, and its clock. */

import { t } from "../lib/i18n";
import { nameOf } from "../lib/names";
import type { Chair, Scene, TableFacts } from "../net/wire";
import { lasting } from "./durations";
import { left, secondsTo } from "./tableClock";
import type { Row, Waiting } from "./waiting.svelte";

/** The levels of bots that play alike before and after the rules are compiled. */
const NEVER_HASTY = ["random", "easy"];

/** What the rows of a table need. */
export interface SeatFacts {
  table: TableFacts;
  scene: Scene;
  since: number;
  /** How far the table's clock is ahead of this page's, ms. */
  ahead: number;
  /** A game of speed, where all may act at once: each seat that has not acted yet says so in a line. */
  awaited?: readonly number[] | null;
  /** A person who is away has no row of their own: the board needs the room. */
  tight?: boolean;
  /** Whether the ranks may be shown: not before the end itself has been. */
  told?: boolean;
  /** On a phone: the players who keep the others waiting. What can be done about it opens at their seat. */
  waiting?: Waiting | undefined;
  /** This screen's move is made, and waits for the connection. */
  queued?: boolean;
  /** Everybody's chances, if they are shown during the game. */
  chances?: readonly number[];
}

export type SeatRow = ReturnType<typeof seatRow>;

export function seatRow(chair: Chair, facts: SeatFacts, now: number) {
  const { table, scene, since, ahead, awaited = null, tight = false, told = true, waiting, queued = false } = facts;
  const standing = scene.standings.find((each) => each.seat === chair.seat);
  const playing = table.phase === "playing" && !table.closed;
  const acts = playing && (awaited ?? scene.actors).includes(chair.seat);
  // Once the game is over nobody is missing: a player on another page, perhaps the next game, is not away.
  const away = table.phase !== "over" && chair.who === "person" && !chair.online && !chair.yours;
  const clock =
    chair.clock && playing && !chair.resigned && (chair.clock.since_ms >= 0 || table.clock?.per === "game")
      ? left(chair.clock, now + ahead)
      : null;
  // An absent player is not shown as thinking.
  const word =
    chair.stand_in || chair.declined || away || (queued && chair.yours)
      ? null
      : chair.yours
        ? "ui.turn.yours"
        : chair.who === "bot" || chair.late
          ? "ui.turn.bot"
          : "ui.turn.theirs";
  const asks = waiting?.rows.find((row) => row.chair.seat === chair.seat);
  const ranks = standing?.rank !== undefined && standing.rank > 0 && table.phase === "over" && told;
  const turn = !ranks && ((acts && word !== null) || clock !== null) && !(asks && clock === null);
  const chance = facts.chances?.[chair.seat];
  /** How long somebody at another screen has been thinking, if no clock shows it. */
  const thinks =
    turn && clock === null && !awaited && !chair.yours && !facts.chances?.length ? lasting(now - since) : null;
  const alone = awaited === null && !tight && (waiting?.apart.has(chair.seat) ?? false);
  const said = stateOf(chair, away, asks, facts, now);
  const hasty = table.bots !== "ready" && chair.who === "bot" && !NEVER_HASTY.includes(chair.level) ? table.bots : null;
  const lines = said === null ? (standing?.lines ?? []) : [];
  const name = nameOf(chair, table.chairs);
  return {
    chair,
    standing,
    acts,
    name,
    away,
    clock,
    word,
    asks,
    alone,
    ranks,
    turn,
    chance,
    thinks,
    said,
    hasty,
    lines,
  };
}

/** What a seat's row says instead of its counters. */
function stateOf(
  chair: Chair,
  away: boolean,
  asks: Row | undefined,
  { table, since, ahead, waiting }: SeatFacts,
  now: number,
): string | null {
  const playing = table.phase === "playing";
  if (chair.timed_out) return t("ui.seat.timed_out");
  if (chair.resigned) return t("ui.seat.resigned");
  if (chair.resigns_ms >= 0 && playing) return t("ui.seat.resigning", { n: secondsTo(chair.resigns_ms, now + ahead) });
  if (asks && !asks.away) return t("ui.seat.slow", { since: lasting(now - (waiting?.waitedFrom(chair) ?? since)) });
  if (chair.stand_in) return t(chair.online ? "ui.seat.replaced" : "ui.seat.stand_in");
  if (chair.declined) return t("ui.seat.declined");
  if (chair.awaited && table.clock && playing) return t("ui.seat.awaited");
  if (away)
    return chair.absent_ms >= 0 && playing
      ? t("ui.seat.away.since", { since: lasting(now + ahead - chair.absent_ms) })
      : t("ui.seat.away");
  return chair.late ? t("ui.seat.late") : null;
}

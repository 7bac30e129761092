/** The table's clock on this page, and what the seats have left on theirs. */

import type { Message } from "../lib/i18n";
import type { Chair, TableFacts } from "../net/wire";
import { lasting } from "./durations";

type Clock = NonNullable<Chair["clock"]>;

/** What a seat has left at an instant of the table's clock, ms. */
export function left({ left_ms, since_ms }: Clock, now: number): number {
  return since_ms < 0 ? left_ms : Math.max(0, left_ms - Math.max(0, now - since_ms));
}

/** The time left as a person reads it: seconds are rounded up, so that `0:00` means that it is up, and where days are left, minutes are, so that three of them begin as three. */
export function remaining(ms: number): Message {
  const DAY = 86_400_000;
  const HOUR = 3_600_000;
  const MINUTE = 60_000;
  if (ms >= DAY) {
    const hours = Math.floor((Math.ceil(ms / MINUTE) * MINUTE) / HOUR);
    return { key: "ui.clock.days_hours", args: { d: Math.floor(hours / 24), h: hours % 24 } };
  }
  return { key: "ui.clock.time", args: { time: lasting(Math.ceil(ms / 1000) * 1000) } };
}

/** The seconds until an instant of the table's clock. */
export function secondsTo(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / 1000));
}

/** How much time people have at a table, in words; null for no limit. */
export function timeControl({ clock }: Pick<TableFacts, "clock">): Message | null {
  if (!clock) return null;
  const { per, seconds, increment = 0 } = clock;
  if (per === "days") return { key: "ui.clock.days", args: { n: Math.round(seconds / 86_400) } };
  const time =
    seconds % 60 === 0
      ? { key: "ui.clock.minutes", args: { n: seconds / 60 } }
      : { key: "ui.clock.seconds", args: { n: seconds } };
  if (per === "move") return { key: "ui.clock.move", args: { time } };
  return increment > 0
    ? { key: "ui.clock.game.more", args: { time, n: increment } }
    : { key: "ui.clock.game", args: { time } };
}

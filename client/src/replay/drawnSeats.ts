/** The seats of a game as the curve of their chances draws them. */

import { nameOf } from "../lib/names";
import { tintStyle } from "../scene/marks";
import type { Replay } from "./replay.svelte";

/** Colours for the lines of seats that have none of their own: two lines that mirror each other could not be told apart. They differ from
the pieces' colours. */
const LINES = ["--ink", "--accent", "--ink-soft", "--tint-none", "--tint-none-dark"];

export type DrawnSeat = { seat: number; robot: boolean; name: string; mark: string; tint: string };

/** The style of a seat's line and signs. */
export const drawn = (seat: number, tint: string): string =>
  tintStyle(tint) + (tint === "none" ? `;--tint-ink:var(${LINES[seat % LINES.length]})` : "");

export function seatsOf(replay: Replay): DrawnSeat[] {
  const { chairs } = replay.game.table;
  return chairs.map((chair) => {
    const standing = replay.scene.standings.find(({ seat }) => seat === chair.seat);
    return {
      seat: chair.seat,
      robot: chair.who === "bot",
      name: nameOf(chair, chairs),
      mark: [...(standing?.mark ?? "")].find((sign) => sign.trim()) ?? "",
      tint: standing?.tints[0] ?? "none",
    };
  });
}

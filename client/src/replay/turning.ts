/** The turning points of a game: what was done there, and how to show it. */

import type { Message } from "../lib/i18n";
import type { TurningPoint, Weighed } from "../lib/replay";
import { lastSeen } from "../table/story";
import { instead } from "./curve";
import type { Replay } from "./replay.svelte";

/** What was done in a turn, as its last decision tells it. */
export const story = (replay: Replay, point: TurningPoint): Message | null =>
  lastSeen(replay.moves, replay.settled(point.until))?.message ?? null;

/** Did chance go on after the first decision of a turn: dice, or cards that were drawn? */
export const lucky = (replay: Replay, point: TurningPoint): boolean =>
  replay.moves.slice(point.move + 1, point.until).some(({ seat }) => seat < 0);

/** A decision compared on the board was searched more deeply: the comparison uses that result. */
export function again(replay: Replay, points: readonly Weighed[]): void {
  const { compared } = replay;
  if (compared)
    replay.compare(
      compared.from,
      compared.until,
      compared.played,
      instead(points, { move: compared.from, until: compared.until }),
    );
}

/** Show it: the moment before the decision (of several, the first known to be weak, else the first that did something), with what was done
and, if there is something better, what a champion would have done, both on the board. */
export function before(replay: Replay, points: readonly Weighed[], point: TurningPoint): void {
  const found = instead(points, point);
  const until = replay.settled(point.until);
  const from = found?.move ?? replay.deed(point.move, until);
  replay.pause();
  replay.go(from);
  replay.compare(from, until, found?.played.view.message ?? story(replay, point), found);
}

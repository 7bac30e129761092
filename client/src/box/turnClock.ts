/** A clock for people around a real board: a time for each turn, or a time for each player's whole game. It knows no game. */

export type Kind = "turn" | "game";

/** What the clock shows: whose time runs (-1 before the first tap), what each has left (ms), and whether it stands still. */
export interface Face {
  kind: Kind;
  each: number;
  left: readonly number[];
  whose: number;
  /** When the time that runs began, Unix ms; null while it stands still. */
  since: number | null;
}

export const wound = (kind: Kind, players: number, each: number): Face => ({
  kind,
  each,
  left: Array.from({ length: players }, () => each),
  whose: -1,
  since: null,
});

/** What a player has left at this moment, ms; never below 0. */
export const leftOf = (face: Face, player: number, now: number): number =>
  Math.max(0, face.left[player]! - (face.whose === player && face.since !== null ? now - face.since : 0));

/** The time that has run is written down. */
function settled(face: Face, now: number): Face {
  const left = face.left.map((_, player) => leftOf(face, player, now));
  return { ...face, left, since: face.since === null ? null : now };
}

/** It is this player's turn from now on. */
export function turned(face: Face, to: number, now: number): Face {
  const before = settled(face, now);
  const left = face.kind === "turn" ? before.left.map(() => face.each) : before.left;
  return { ...before, left, whose: to, since: now };
}

export const paused = (face: Face, now: number): Face => ({ ...settled(face, now), since: null });
export const resumed = (face: Face, now: number): Face => (face.whose < 0 ? face : { ...face, since: now });

/** `4:05`; tenths below ten seconds: `9.3`; at the end `0:00`. */
export function shown(ms: number): string {
  if (ms > 0 && ms < 10_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

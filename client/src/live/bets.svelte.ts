/** Watchers' bets on the next player to go out: kept on this page alone. */

import type { Scene } from "../net/wire";

/** The players who can still go out: not those who have just gone out, nor those who are out and only take part. */
export function inPlay({ announcements, standings }: Pick<Scene, "announcements" | "standings">): Scene["standings"] {
  const gone = announcements.filter(({ crown }) => !crown).map(({ seat }) => seat);
  return standings.filter(({ seat, place, out }) => place && !out && !gone.includes(seat));
}

export class Bets {
  /** The seat that is bet on, -1 for none. */
  on = $state(-1);
  made = $state(0);
  right = $state(0);

  /** Bet on a seat; betting on it again withdraws the bet. */
  lay(seat: number): void {
    this.on = this.on === seat ? -1 : seat;
  }

  /** These seats are out: the bet is settled, once. */
  decided(out: readonly number[]): void {
    if (out.length === 0 || this.on < 0) return;
    this.made += 1;
    if (out.includes(this.on)) this.right += 1;
    this.on = -1;
  }
}

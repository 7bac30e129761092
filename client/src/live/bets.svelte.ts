/** Bets on who is out next, of who watches: kept on this page alone. */

import type { Scene } from "../net/wire";

/** Who of those at the table can still be out: who has just gone out cannot, nor who is out and only takes part. */
export function inPlay({ announcements, standings }: Pick<Scene, "announcements" | "standings">): Scene["standings"] {
  const gone = announcements.filter(({ crown }) => !crown).map(({ seat }) => seat);
  return standings.filter(({ seat, place, out }) => place && !out && !gone.includes(seat));
}

export class Bets {
  /** The seat that is bet on, -1 for none. */
  on = $state(-1);
  made = $state(0);
  right = $state(0);

  /** Bet on a seat; on the same one again: not any more. */
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

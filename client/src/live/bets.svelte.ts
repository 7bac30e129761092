/** Bets on who is out next, of who watches: kept on this page alone. */

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

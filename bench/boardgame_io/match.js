/** A match that two players play, each with a socket of its own: a move counts once the other one has the state after it. */
"use strict";

class Match {
  constructor() {
    this.have = [-1, -1];
    this.delays = [];
    this.running = this.waiting = false;
    this.due = this.other = -1;
    this.sent = 0;
    this.pause = this.beat = 0; // milliseconds between two moves, and when the next one is due
    this.timer = null;
    this.failed = null;
    this.ready = new Promise((resolve) => (this.begun = resolve));
  }

  /** A player has the state after so many moves (or events: what counts is that it grows). */
  state(player, count) {
    this.have[player] = count;
    if (this.waiting && player === this.other && count >= this.due) {
      this.delays.push(performance.now() - this.sent);
      this.waiting = false;
    }
    this.step();
  }

  /** Make the next move, where one can be made. */
  step() {
    if (this.waiting || this.failed) return;
    const player = this.mover();
    if (player < 0) return;
    this.begun();
    if (!this.running || this.timer) return;
    const early = this.pause && this.beat - performance.now();
    if (early > 0) {
      this.timer = setTimeout(() => {
        this.timer = null;
        this.step();
      }, early);
      return;
    }
    this.beat += this.pause;
    this.waiting = true;
    this.other = 1 - player;
    this.due = this.have[player] + 1;
    this.sent = performance.now();
    this.send(player);
  }

  /** Neither side has anything yet: a new match. */
  afresh() {
    this.have = [-1, -1];
    this.waiting = false;
  }

  fail(why) {
    this.failed ??= why;
    this.begun();
  }
}

module.exports = { Match };

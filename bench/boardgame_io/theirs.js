/**
 * Matches of boardgame.io: played with its own client, or with bare sockets that send the same messages without any.
 * Who asks for a match that is not there makes it. With bgio-postgres the server ends if two do so at once, so there one asks after the other.
 */
"use strict";

const { NAMES, noughts, order } = require("./game.js");
const { Match } = require("./match.js");

class Theirs extends Match {
  constructor(base, side, number, oneByOne) {
    super();
    this.base = base;
    this.side = side;
    this.oneByOne = oneByOne;
    this.order = order(side);
    this.name = `${process.pid}-${side}-${number}`;
    this.matches = 0;
  }

  get id() {
    return `${this.name}-${this.matches}`;
  }

  /** What is heard of the match before is no news of this one. */
  state(player, count) {
    const isFirst = player === 0 && this.have[0] < 0 && count === 0;
    if (this.have[player] >= 0 || count === 0) super.state(player, count);
    if (isFirst && this.oneByOne) this.enter(1);
  }

  /** Both come to a match, or the first one does, and the other after it. */
  come() {
    this.enter(0);
    if (!this.oneByOne) this.enter(1);
  }

  mover() {
    const count = Math.max(...this.have);
    if (count === this.order.length && Math.min(...this.have) === count) {
      this.matches++;
      this.afresh();
      this.come();
      return -1;
    }
    const player = count % 2;
    return count >= 0 && count < this.order.length && Math.min(...this.have) >= 0 && this.have[player] === count ? player : -1;
  }
}

/** Through boardgame.io's own client over Socket.IO, as its documentation shows it. */
class WithItsClient extends Theirs {
  open() {
    const { Client } = require("boardgame.io/client");
    const { SocketIO } = require("boardgame.io/multiplayer");
    const multiplayer = SocketIO({ server: `http://${this.base}`, socketOpts: { transports: ["websocket"], forceNew: true } });
    const game = noughts(this.side);
    this.clients = ["0", "1"].map((playerID) => Client({ game, numPlayers: 2, multiplayer, playerID, matchID: this.id, debug: false }));
    this.clients.forEach((client, player) => {
      // The mover's own state runs ahead of the server's; what is counted is that the other has it.
      client.subscribe((state) => state?.isConnected && this.state(player, state._stateID));
    });
    this.come();
  }

  enter(player) {
    if (this.matches === 0) this.clients[player].start();
    else this.clients[player].updateMatchID(this.id);
  }

  send(player) {
    this.clients[player].moves.mark(this.order[this.have[player]]);
  }

  close() {
    this.clients.forEach((client) => client.stop());
  }
}

/** What its server does alone, at the least cost of the players. */
class Bare extends Theirs {
  open() {
    const { io } = require("socket.io-client");
    this.sockets = [0, 1].map((player) => {
      const socket = io(`http://${this.base}/${NAMES[this.side]}`, { transports: ["websocket"], forceNew: true });
      const told = (match, count) => match === this.id && this.state(player, count);
      socket.on("connect_error", (error) => this.fail(`${error.message}: ${error.description?.message ?? ""}`));
      socket.on("sync", (match, info) => told(match, info.state._stateID));
      socket.on("update", (match, state) => told(match, state._stateID));
      socket.on("patch", (match, before, after) => told(match, after));
      return socket;
    });
    this.come();
  }

  /** What is sent before there is a connection waits for it. */
  enter(player) {
    this.sockets[player].emit("sync", this.id, String(player), undefined, 2);
  }

  send(player) {
    const count = this.have[player];
    const action = { type: "MAKE_MOVE", payload: { type: "mark", args: [this.order[count]], playerID: String(player) } };
    this.sockets[player].emit("update", action, count, this.id, String(player));
  }

  close() {
    this.sockets.forEach((socket) => socket.close());
  }
}

module.exports = { Bare, WithItsClient };

/** Matches of boardgame.io: played with its own client, or with bare sockets that send the same messages without any. */
"use strict";

const { NAMES, noughts, order } = require("./game.js");
const { Match } = require("./match.js");

class Theirs extends Match {
  constructor(base, side, number) {
    super();
    this.base = base;
    this.side = side;
    this.order = order(side);
    this.name = `${process.pid}-${side}-${number}`;
    this.matches = 0;
  }

  get id() {
    return `${this.name}-${this.matches}`;
  }

  /** What is heard of the match before is no news of this one. */
  state(player, count) {
    if (this.have[player] >= 0 || count === 0) super.state(player, count);
  }

  mover() {
    const count = Math.max(...this.have);
    if (count === this.order.length && Math.min(...this.have) === count) {
      this.matches++;
      this.afresh();
      this.another();
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
      client.start();
    });
  }

  send(player) {
    this.clients[player].moves.mark(this.order[this.have[player]]);
  }

  another() {
    this.clients.forEach((client) => client.updateMatchID(this.id));
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
      socket.on("connect", () => this.sync(player));
      socket.on("connect_error", (error) => this.fail(`${error.message}: ${error.description?.message ?? ""}`));
      socket.on("sync", (match, info) => told(match, info.state._stateID));
      socket.on("update", (match, state) => told(match, state._stateID));
      socket.on("patch", (match, before, after) => told(match, after));
      return socket;
    });
  }

  sync(player) {
    this.sockets[player].emit("sync", this.id, String(player), undefined, 2);
  }

  send(player) {
    const count = this.have[player];
    const action = { type: "MAKE_MOVE", payload: { type: "mark", args: [this.order[count]], playerID: String(player) } };
    this.sockets[player].emit("update", action, count, this.id, String(player));
  }

  another() {
    this.sockets.forEach((_, player) => this.sync(player));
  }

  close() {
    this.sockets.forEach((socket) => socket.close());
  }
}

module.exports = { Bare, WithItsClient };

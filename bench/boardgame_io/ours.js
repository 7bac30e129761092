/** A table of ours with a socket for each of its two players, who choose among the legal actions that they are told. */
"use strict";

const WebSocket = require("ws");
const { Match } = require("./match.js");

async function http(base, method, path, body, cookie) {
  const headers = { "content-type": "application/json", ...(cookie ? { cookie } : {}) };
  const answer = await fetch(`http://${base}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return { found: await answer.json(), cookie: answer.headers.get("set-cookie")?.split(";")[0] };
}

class Ours extends Match {
  constructor(base, game, number) {
    super();
    this.base = base;
    this.game = game;
    this.number = number;
    this.choices = [[], []];
    this.seen = ["", ""];
    this.playing = [false, false];
    this.commands = 0;
    this.over = false;
  }

  async open() {
    const cookies = [];
    for (const name of ["A", "B"]) cookies.push((await http(this.base, "PUT", "/api/me", { name })).cookie);
    const chairs = [{ who: "me" }, { who: "link" }];
    this.id = (await http(this.base, "POST", "/api/tables", { game: this.game, seats: 2, chairs }, cookies[0])).found.id;
    this.sockets = [];
    cookies.forEach((cookie, player) => this.connect(cookie, player, true));
  }

  /** A page's socket; where the table lives in another process (4001) it connects again at once, as pages do. */
  connect(cookie, player, sits) {
    const headers = { cookie, origin: `http://${this.base}` };
    const socket = new WebSocket(`ws://${this.base}/ws?table=${this.id}`, { headers, perMessageDeflate: false });
    this.sockets[player] = socket;
    let seen = false;
    socket.on("open", () => {
      this.say(player, { t: "hello", table: this.id, changes: true });
      if (player === 1 && sits) this.command(player, -1, { kind: "sit", seat: 1, name: "B" });
    });
    socket.on("error", (error) => this.fail(error.message));
    socket.on("close", (code) => code === 4001 && this.connect(cookie, player, !seen));
    socket.on("message", (text) => {
      seen = true;
      this.heard(player, JSON.parse(text));
    });
  }

  say(player, message) {
    this.sockets[player].send(JSON.stringify(message));
  }

  command(player, expected_seq, what) {
    this.say(player, { t: "command", table: this.id, command_id: `${player}.${this.commands++}`, expected_seq, do: what });
  }

  heard(player, message) {
    if (message.t === "rejected" || message.t === "error") return this.fail(JSON.stringify(message.reason));
    if (message.t !== "welcome" && message.t !== "update" && message.t !== "change") return;
    const { table, scene, seq } = message;
    if (message.t !== "change") this.seen[player] = table.id; // a change leaves out what is as it was
    if (this.seen[player] !== this.id) return;
    if (table?.rematch) return this.another(table.rematch);
    if (table?.phase) this.playing[player] = table.phase === "playing";
    if (table?.phase === "over" && !this.over) {
      this.over = true;
      this.command(player, seq, { kind: "rematch" });
    }
    if (message.t !== "change" || scene?.choices !== undefined) this.choices[player] = scene?.choices ?? [];
    if (!this.playing[player]) this.choices[player] = [];
    this.state(player, seq);
  }

  another(id) {
    this.id = id;
    this.over = false;
    this.choices = [[], []];
    this.afresh();
    for (const player of [0, 1]) this.say(player, { t: "hello", table: id, changes: true });
  }

  mover() {
    const newest = Math.max(...this.have);
    return [0, 1].find((player) => this.choices[player].length && this.have[player] === newest && this.have[1 - player] >= 0) ?? -1;
  }

  send(player) {
    const { seat, nodes } = this.choices[player][0];
    const all = Array.isArray(nodes) ? nodes.map((node) => node.action ?? -1) : nodes.action;
    const actions = all.filter((action) => action >= 0);
    const action = actions[(this.commands * 7919) % actions.length];
    this.command(player, this.have[player], { kind: "act", seat, action });
  }

  close() {
    this.sockets.forEach((socket) => socket.close());
  }
}

module.exports = { Ours };

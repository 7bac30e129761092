/**
 * boardgame.io's own server with its own stores, or with bgio-postgres: `node server.js memory|flat-file|postgres PORT PLACE`.
 * The place is a folder, or the URL of a database.
 */
"use strict";

const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { NAMES, noughts } = require("./game.js");

const [store, port, place] = process.argv.slice(2);
const games = Object.keys(NAMES).map((side) => noughts(Number(side)));
const stores = {
  memory: () => undefined,
  "flat-file": () => new FlatFile({ dir: place }),
  postgres: () => new (require("bgio-postgres").PostgresStore)(place, { logging: false }),
};
const db = stores[store]();
const server = Server({ games, db, origins: [Origins.LOCALHOST] });
server.run({ port: Number(port) }).then(() => console.log(`http://127.0.0.1:${port}`));

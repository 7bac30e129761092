/** boardgame.io's own server with its own stores: `node server.js memory|flat-file PORT FOLDER`. */
"use strict";

const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { NAMES, noughts } = require("./game.js");

const [store, port, folder] = process.argv.slice(2);
const games = Object.keys(NAMES).map((side) => noughts(Number(side)));
const db = store === "flat-file" ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games, db, origins: [Origins.LOCALHOST] });
server.run({ port: Number(port) }).then(() => console.log(`http://127.0.0.1:${port}`));

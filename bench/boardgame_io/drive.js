/**
 * Plays many matches at once: `node drive.js KIND BASE TABLES [GAME]`, KIND `ours`, `client:SIDE` or `bare:SIDE` (of the board),
 * with `:one-by-one` behind it where two must not ask for a new match at once.
 * Each line read from standard input is a run of so many seconds, flat out, or with a second number so many moves a second over all
 * matches; its figures are written as a line of JSON.
 */
"use strict";

const readline = require("node:readline");

const [kind, base, tables, game] = process.argv.slice(2);

function match(number) {
  const [how, side, asks] = kind.split(":");
  if (how === "ours") return new (require("./ours.js").Ours)(base, game, number);
  const { Bare, WithItsClient } = require("./theirs.js");
  return new (how === "bare" ? Bare : WithItsClient)(base, Number(side), number, asks === "one-by-one");
}

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function check(matches) {
  const failed = matches.find((each) => each.failed);
  if (failed) throw new Error(failed.failed);
}

async function run(matches, seconds, rate) {
  const pause = rate ? (1000 * matches.length) / rate : 0;
  matches.forEach((each, number) => {
    clearTimeout(each.timer);
    each.timer = null;
    each.delays = [];
    each.running = true;
    each.pause = pause;
    each.beat = performance.now() + (pause * number) / matches.length;
  });
  const before = process.cpuUsage();
  const began = performance.now();
  matches.forEach((each) => each.step());
  await wait(1000 * seconds);
  matches.forEach((each) => (each.running = false));
  const took = (performance.now() - began) / 1000;
  const used = process.cpuUsage(before);
  check(matches);
  const delays = matches.flatMap((each) => each.delays).sort((a, b) => a - b);
  const moves = delays.length;
  await wait(500); // what is on its way arrives
  const cpu = (used.user + used.system) / 1e6;
  return { moves, moves_per_s: moves / took, p50_ms: quantile(delays, 0.5), p99_ms: quantile(delays, 0.99), client_cpu_s: cpu };
}

async function main() {
  const matches = [];
  for (let number = 0; number < Number(tables); number++) {
    const each = match(number);
    await each.open();
    matches.push(each);
  }
  const late = wait(60_000).then(() => {
    throw new Error("the matches did not begin within a minute");
  });
  await Promise.race([Promise.all(matches.map((each) => each.ready)), late]);
  check(matches);
  console.log(JSON.stringify({ ready: matches.length }));
  for await (const line of readline.createInterface({ input: process.stdin })) console.log(JSON.stringify(await run(matches, ...line.split(" ").map(Number))));
  matches.forEach((each) => each.close());
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(String(error?.stack ?? error));
    process.exit(1);
  },
);

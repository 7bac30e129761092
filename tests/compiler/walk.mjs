// node walk.mjs CALLER FOLDER GAME BOX START ACTIONS SEED TIMED: random actions of one game in WebAssembly, as `walking.py` does them,
// through the client's own caller.
import { readFileSync } from "node:fs";

const [caller, folder, game, boxFile, startFile, actionsWanted, firstSeed, isTimed] = process.argv.slice(2);
const { Rules } = await import(caller);
const described = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf8"));
const rules = await Rules.load(readFileSync(`${folder}/${game}.wasm`), described);
const box = rules.place(readFileSync(boxFile)), start = rules.place(readFileSync(startFile));
const bytes = described.state_bytes, state = rules.place(new Uint8Array(bytes));
const legalRoom = described.max_legal + described.max_chance;
const codes = { at: rules.reserve(4 * legalRoom), lengths: [legalRoom] };
const chances = { at: rules.reserve(8 * described.max_chance + 8), lengths: [described.max_chance] };
const call = (name, given) => rules.call(name, given);
const code = (number) => rules.int32s(codes.at, legalRoom)[number];

const table = new Uint32Array(256).map((_, each) => {
  for (let bit = 0; bit < 8; bit++) each = each & 1 ? 0xedb88320 ^ (each >>> 1) : each >>> 1;
  return each;
});
let sum = 0, seed = Number(firstSeed) >>> 0;
const crc = (data) => {
  sum = ~sum;
  for (const byte of data) sum = table[(sum ^ byte) & 255] ^ (sum >>> 8);
  sum = ~sum >>> 0;
};
const drawn = (count) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Number((BigInt(seed) * BigInt(count)) >> 32n);
};
const renew = () => rules.bytes(state.at, bytes).set(rules.bytes(start.at, bytes));

const both = { boxes: box, states: state }, timed = isTimed === "1";
let now = 0, left = Number(actionsWanted);
renew();
while (left > 0) {
  const mask = call("actors", both);
  if (mask === 0) {
    const due = timed ? call("due", both) : -1;
    if (due >= 0) call("advance", { ...both, now_ms: (now = due) });
    else (renew(), (now = 0));
    continue;
  }
  if (mask & (1 << 30)) {
    const results = call("chance_outcomes", { ...both, out: codes, p: chances });
    call("play", { ...both, seat: -1, action: code(drawn(results)) });
  } else {
    if (timed) {
      call("advance", { ...both, now_ms: (now += drawn(200)) });
      if (call("actors", both) !== mask) continue;
    }
    const seats = [...Array(30).keys()].filter((seat) => (mask >> seat) & 1);
    const seat = seats[drawn(seats.length)];
    const legal = call("legal", { ...both, seat, out: codes });
    if (legal === 0) {
      renew();
      now = 0;
      continue;
    }
    call("play", { ...both, seat, action: code(drawn(legal)) });
  }
  crc(rules.bytes(state.at, bytes));
  left--;
}
console.log(`${sum} 0`);

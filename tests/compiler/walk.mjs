// node walk.mjs FOLDER GAME BOX START ACTIONS SEED TIMED: random actions of one game in WebAssembly, as `walking.py` does them.
import { readFileSync } from "node:fs";

const [folder, game, boxFile, startFile, actionsWanted, firstSeed, isTimed] = process.argv.slice(2);
const described = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync(`${folder}/${game}.wasm`));
const { memory, reserve } = instance.exports;

const place = (data) => {
  const at = reserve(data.length);
  new Uint8Array(memory.buffer, at, data.length).set(data);
  return at;
};
const box = place(readFileSync(boxFile)), start = place(readFileSync(startFile));
const bytes = described.state_bytes, state = reserve(bytes);
const codes = reserve(4 * (described.max_legal + described.max_chance)), chances = reserve(8 * described.max_chance + 8);
const frame = reserve(8 * 64);
let words = new BigInt64Array(memory.buffer, frame, 64);

function call(name, given) {
  const point = described.entry_points[name];
  if (words.buffer !== memory.buffer) words = new BigInt64Array(memory.buffer, frame, 64);
  for (const argument of point.arguments) {
    const value = given[argument.name];
    words[argument.word] = BigInt(Array.isArray(value) ? value[0] : value);
    if (argument.dimensions) words[argument.word + 1] = BigInt(value[1]);
  }
  if (instance.exports[point.symbol](frame)) throw new Error(`${name} failed`);
  return Number(words[0]);
}

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
const renew = () => new Uint8Array(memory.buffer).copyWithin(state, start, start + bytes);

const both = { boxes: box, states: state }, timed = isTimed === "1", legalRoom = described.max_legal + described.max_chance;
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
    const results = call("chance_outcomes", { ...both, out: [codes, legalRoom], p: [chances, described.max_chance] });
    call("play", { ...both, seat: -1, action: new Int32Array(memory.buffer, codes, legalRoom)[drawn(results)] });
  } else {
    if (timed) {
      call("advance", { ...both, now_ms: (now += drawn(200)) });
      if (call("actors", both) !== mask) continue;
    }
    const seats = [...Array(30).keys()].filter((seat) => (mask >> seat) & 1);
    const seat = seats[drawn(seats.length)];
    const legal = call("legal", { ...both, seat, out: [codes, legalRoom] });
    if (legal === 0) {
      renew();
      now = 0;
      continue;
    }
    call("play", { ...both, seat, action: new Int32Array(memory.buffer, codes, legalRoom)[drawn(legal)] });
  }
  crc(new Uint8Array(memory.buffer, state, bytes));
  left--;
}
console.log(`${sum} 0`);

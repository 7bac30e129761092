/** The sounds of a table in real time: wood, felt and a voice without words, made on the spot from a few parts each. */

import { audible } from "../lib/audible";

/** A part of a sound: it begins `at`, lasts `length` (s), and goes `from` a pitch `to` another (Hz). */
export interface Part {
  kind: "wood" | "felt" | "voice";
  at: number;
  length: number;
  from: number;
  to: number;
  /** How loud it gets, from 0 to 1. */
  gain: number;
}

const wood = (at: number, pitch: number, gain: number): Part => ({
  kind: "wood",
  at,
  length: 0.12,
  from: pitch,
  to: pitch * 0.42,
  gain,
});
const felt = (at: number, length: number, from: number, to: number, gain: number): Part => ({
  kind: "felt",
  at,
  length,
  from,
  to,
  gain,
});
const voice = (at: number, length: number, from: number, to: number, gain: number): Part => ({
  kind: "voice",
  at,
  length,
  from,
  to,
  gain,
});

/** The parts of each sound by its name. */
export const SOUNDS: Readonly<Record<string, readonly Part[]>> = {
  call: [voice(0, 0.13, 190, 205, 0.16), voice(0.14, 0.34, 290, 235, 0.18)],
  stop: [wood(0, 420, 0.15), wood(0.11, 300, 0.15), felt(0, 0.16, 500, 300, 0.05)],
  hop: [voice(0, 0.16, 200, 320, 0.11), felt(0.12, 0.12, 900, 400, 0.06)],
  slide: [felt(0, 0.34, 1500, 500, 0.09)],
  grab: [wood(0, 210, 0.2), wood(0.004, 620, 0.12), felt(0, 0.07, 3200, 900, 0.14)],
  snap: [felt(0, 0.035, 4200, 2600, 0.09), wood(0.002, 1500, 0.05), felt(0.085, 0.05, 3200, 1700, 0.08)],
  touch: [wood(0, 240, 0.12), wood(0.16, 180, 0.1)],
  push: [felt(0, 0.22, 700, 420, 0.07), wood(0.2, 360, 0.07)],
  feint: [voice(0, 0.12, 200, 215, 0.12)],
  dart: [felt(0, 0.14, 900, 1700, 0.07)],
  gasp: [felt(0, 0.3, 600, 2200, 0.08)],
  resume: [wood(0, 520, 0.09), wood(0.1, 660, 0.09)],
  out: [wood(0, 330, 0.11), wood(0.17, 262, 0.11), wood(0.34, 196, 0.12)],
  win: [wood(0, 523, 0.11), wood(0.13, 659, 0.11), wood(0.26, 784, 0.12), wood(0.42, 1047, 0.11)],
  card: [felt(0, 0.07, 2200, 1200, 0.06)],
};

/** How a device vibrates with a sound, where it can, ms. */
export const SHAKES: Readonly<Record<string, number[]>> = {
  call: [45, 40, 90],
  stop: [35],
  grab: [20],
  touch: [60, 50, 60],
  out: [80],
  win: [30, 40, 30, 40, 60],
};

/** The vowel of the voice: the pitches at which it resounds, Hz. */
const VOWEL = [730, 1150, 2500];
const NOISE = 0.5;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function hiss(on: AudioContext): AudioBuffer {
  const made = on.createBuffer(1, on.sampleRate * NOISE, on.sampleRate);
  const data = made.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return made;
}

/** From silence to its full loudness and back. */
function swell(on: AudioContext, { gain, length, kind }: Part, start: number): GainNode {
  const body = on.createGain();
  const rise = kind === "wood" ? 0.004 : length * 0.22;
  body.gain.setValueAtTime(0.0001, start);
  body.gain.exponentialRampToValueAtTime(gain, start + rise);
  body.gain.exponentialRampToValueAtTime(0.0001, start + length);
  body.connect(on.destination);
  return body;
}

function filter(on: AudioContext, type: BiquadFilterType, frequency: number, q: number): BiquadFilterNode {
  const made = on.createBiquadFilter();
  made.type = type;
  made.frequency.value = frequency;
  made.Q.value = q;
  return made;
}

function begin(on: AudioContext, part: Part): void {
  const start = on.currentTime + part.at;
  const end = start + part.length;
  const out = swell(on, part, start);
  if (part.kind === "felt") {
    const source = on.createBufferSource();
    source.buffer = noise ??= hiss(on);
    const band = filter(on, "bandpass", part.from, 1.1);
    band.frequency.setValueAtTime(part.from, start);
    band.frequency.exponentialRampToValueAtTime(part.to, end);
    source.connect(band).connect(out);
    source.start(start);
    source.stop(end);
    return;
  }
  const tone = on.createOscillator();
  tone.type = part.kind === "wood" ? "triangle" : "sawtooth";
  tone.frequency.setValueAtTime(part.from, start);
  tone.frequency.exponentialRampToValueAtTime(part.to, end);
  if (part.kind === "wood") tone.connect(out);
  else for (const pitch of VOWEL) tone.connect(filter(on, "bandpass", pitch, 9)).connect(out);
  tone.start(start);
  tone.stop(end + 0.01);
}

/** Play a sound. Browsers allow it only once the page has been touched. */
export function play(name: string): void {
  const parts = SOUNDS[name];
  if (!parts || typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  context = audible(context);
  for (const part of parts) begin(context, part);
}

/** Make the device vibrate with a sound, where it can. */
export function shake(name: string): void {
  const pattern = SHAKES[name];
  if (pattern && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

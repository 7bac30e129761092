/** The sound of a piece set down on a board: a short, quiet knock, made on the spot. */

import { get } from "svelte/store";
import { audible } from "../lib/audible";
import { sound } from "../lib/prefs";

let context: AudioContext | null = null;

/** Knock on wood, unless sounds are off. Browsers allow it only after the page has been touched once. */
export function knock(): void {
  if (!get(sound) || typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  context = audible(context);
  const now = context.currentTime;
  const tone = context.createOscillator();
  const body = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(520 + Math.random() * 60, now);
  tone.frequency.exponentialRampToValueAtTime(170, now + 0.06);
  body.gain.setValueAtTime(0.0001, now);
  body.gain.exponentialRampToValueAtTime(0.11, now + 0.004);
  body.gain.exponentialRampToValueAtTime(0.0001, now + 0.11);
  tone.connect(body).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.12);
}

/** Calls a person back to the table: a sound, a vibration, and a notification where the page may show one. */

import { audible } from "../lib/audible";
import { get } from "svelte/store";
import { notify, sound, vibration } from "../lib/prefs";

let context: AudioContext | null = null;

/** Two quiet wooden notes, unless sounds are off. Browsers allow it only after the page has been touched once. */
export function chime(): void {
  if (!get(sound) || typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  context = audible(context);
  for (const [at, pitch] of [
    [0, 523],
    [0.16, 784],
  ] as const) {
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const body = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    body.gain.setValueAtTime(0.0001, start);
    body.gain.exponentialRampToValueAtTime(0.12, start + 0.01);
    body.gain.exponentialRampToValueAtTime(0.0001, start + 0.45);
    tone.connect(body).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.5);
  }
}

/** Make the device vibrate, where it can and may. */
export function shake(): void {
  if (get(vibration) && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([60, 60, 60]);
}

/** Whether this page can ask to show notifications: only where it is served securely. */
export function canNotify(): boolean {
  return typeof window !== "undefined" && window.isSecureContext && "Notification" in window;
}

/** Turn notifications on, if the person allows them. Returns whether they are on. */
export async function allowNotices(): Promise<boolean> {
  return (
    canNotify() && (Notification.permission === "granted" || (await Notification.requestPermission()) === "granted")
  );
}

/** Notify a player who is looking elsewhere; one notice for each table, the newest. */
export function notice(title: string, body: string, table: string): void {
  if (!get(notify) || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  void show(title, body, table);
}

async function show(title: string, body: string, table: string): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration("/");
    if (worker?.active) {
      await worker.showNotification(title, { body, icon: "/icon.svg", tag: table, data: { table } }); // a click on it is the worker's
      return;
    }
    const shown = new Notification(title, { body, tag: table });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    /* some phones show notices of a service worker only: the title and the sound must do */
  }
}

/** The player's own turn is announced, even to somebody looking at the page, only after waiting this long for others, ms. */
const LONG = 5000;

/** Whether to announce a turn that has just come: the page is hidden, or the wait was long. */
export function isCalled(hidden: boolean, waited: number): boolean {
  return hidden || waited >= LONG;
}

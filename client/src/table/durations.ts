/** Lengths of time, and the state of the connection, in words. */

import type { Message } from "../lib/i18n";
import type { Link } from "../net/link.svelte";

/** How the connection is, in words; `sending`: something is on its way. */
export function connected(
  { state, waiting, lost }: Pick<Link, "state" | "waiting" | "lost">,
  sending: boolean,
  now: number,
): Message {
  if (state === "connected") return { key: waiting > 0 && sending ? "ui.link.sending" : "ui.link.connected" };
  if (state === "connecting") return { key: "ui.link.connecting" };
  const key = navigator.onLine ? "ui.link.lost" : "ui.link.offline";
  const n = Math.floor((now - lost) / 60_000);
  // It is read aloud whenever it changes: once a minute is enough.
  return n < 1 ? { key } : { key: `${key}.since`, args: { since: n < 60 ? `${n}\u202fmin` : lasting(now - lost) } };
}

/** A length of time as people write a clock: `0:07`, `12:40`, `3 h 05`. */
export function lasting(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}\u202fh\u202f${two(minutes % 60)}`;
}

// What a page and the worker that is its server tell each other.

import type { Place } from "./python";

/** To the worker. `n` numbers the requests, and the lines. `looked`: whether the page is seen, since when (Unix ms). */
export type Told =
  | ({ kind: "begin" } & Place)
  | { kind: "ask"; n: number; method: string; address: string; headers: Record<string, string>; body: Uint8Array }
  | { kind: "connect"; n: number; address: string }
  | { kind: "send"; n: number; text: string }
  | { kind: "close"; n: number }
  | { kind: "looked"; seen: boolean; at: number };

/** From the worker. */
export type Heard =
  | { kind: "progress"; done: number }
  | { kind: "begun"; kept: boolean }
  | { kind: "failed"; why: "in-use" | "broken" }
  | { kind: "answer"; n: number; status: number; headers: [string, string][]; body: Uint8Array<ArrayBuffer> }
  | { kind: "message"; n: number; text: string }
  | { kind: "end"; n: number; code: number };

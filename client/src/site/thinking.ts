// Lends the server's Python a worker in which bots think.

import type { Place } from "./python";
import type { Answered, Asked } from "./thinker";

type Waiting = { resolve: (packed: Uint8Array) => void; refuse: (reason: Error) => void };

/** A worker that thinks. Once it has failed or was ended, all requests are refused. */
export class Thinker {
  private readonly worker = new Worker(new URL("./thinker.ts", import.meta.url), { type: "module", name: "bots" });
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private failed = "";

  constructor(place: Place) {
    this.worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => {
      if ("failed" in data) return this.fail(data.failed);
      this.waiting.get(data.n)?.resolve(data.packed);
      this.waiting.delete(data.n);
    });
    this.worker.addEventListener("error", (event) => this.fail(event.message || "the worker has failed"));
    this.worker.postMessage(place);
  }

  /** What `answer` of `site/inside/thinking.py` returns there. */
  ask(packed: Uint8Array): Promise<Uint8Array> {
    if (this.failed) return Promise.reject(new Error(this.failed));
    const n = ++this.last;
    return new Promise((resolve, refuse) => {
      this.waiting.set(n, { resolve, refuse });
      this.worker.postMessage({ n, packed } satisfies Asked);
    });
  }

  end(): void {
    this.fail("it was ended");
  }

  private fail(why: string): void {
    this.failed = why;
    this.worker.terminate();
    for (const { refuse } of this.waiting.values()) refuse(new Error(why));
    this.waiting.clear();
  }
}

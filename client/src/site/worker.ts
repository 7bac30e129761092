// The server of a page: Python in a worker, over files of the browser. It answers what `inside.ts` asks.

import type { PyProxy } from "pyodide/ffi";
import { InUse, mount, open } from "./files";
import type { Heard, Told } from "./messages";
import { startIn, type Place } from "./python";
import { lent } from "./rules";
import { Thinker } from "./thinking";

const DATA = "/data";

/** What came of a request: its status, its headers as JSON, its bytes. */
type Answer = PyProxy & { toJs: () => [number, string, Uint8Array<ArrayBuffer>] };
type Opening = PyProxy & { begin: (folder: string) => Promise<Asker> };
type Line = PyProxy & { send: (text: string) => void; close: () => void };
type Asker = PyProxy & {
  ask: (method: string, address: string, headers: string, body: Uint8Array) => Promise<Answer>;
  connect: (address: string, hear: (text: string) => void, end: (code: number) => void) => Line;
  looked_at: (seen: boolean, at: number) => Promise<void>;
};

const tell = (what: Heard, moved: Transferable[] = []): void => postMessage(what, { transfer: moved });

let serving: Promise<Asker>;
const lines = new Map<number, Line>();

async function begin(place: Place): Promise<Asker> {
  const files = await open(place.kept);
  const { python, atWork } = await startIn(place, (done) => tell({ kind: "progress", done }));
  lent.thinker = () => new Thinker(place);
  // Once Python has ended, nothing answers.
  (python as unknown as { _api: { on_fatal: () => void } })._api.on_fatal = () =>
    tell({ kind: "failed", why: "broken" });
  if (files) mount(python.FS, DATA, files);
  const opening = python.pyimport("ludotheque.site.inside.opening") as Opening;
  const asker = await opening.begin(DATA);
  tell({ kind: "begun", kept: files !== null });
  atWork();
  return asker;
}

async function ask(asker: Asker, { n, method, address, headers, body }: Extract<Told, { kind: "ask" }>): Promise<void> {
  const answer = await asker.ask(method, address, JSON.stringify(headers), body);
  const [status, told, bytes] = answer.toJs();
  answer.destroy();
  tell({ kind: "answer", n, status, headers: JSON.parse(told) as [string, string][], body: bytes }, [bytes.buffer]);
}

/** An answer that says there is nothing here. */
function failed(n: number, reason: unknown): void {
  console.error(reason);
  const said = JSON.stringify({ error: { key: "error.server", args: { why: "500" } }, text: String(reason) });
  const headers: [string, string][] = [["content-type", "application/json"]];
  tell({ kind: "answer", n, status: 500, headers, body: new TextEncoder().encode(said) });
}

function connect(asker: Asker, n: number, address: string): void {
  const ended = (code: number): void => {
    lines.delete(n);
    tell({ kind: "end", n, code });
  };
  lines.set(
    n,
    asker.connect(address, (text) => tell({ kind: "message", n, text }), ended),
  );
}

addEventListener("message", ({ data }: MessageEvent<Told>) => {
  if (data.kind === "begin") {
    serving = begin(data);
    serving.catch((reason: unknown) => {
      const inUse = reason instanceof InUse;
      if (!inUse) console.error(reason);
      tell({ kind: "failed", why: inUse ? "in-use" : "broken" });
    });
    return;
  }
  serving.then(
    (asker) => {
      if (data.kind === "ask") return ask(asker, data).catch((reason: unknown) => failed(data.n, reason));
      if (data.kind === "looked") return asker.looked_at(data.seen, data.at);
      if (data.kind === "connect") connect(asker, data.n, data.address);
      else if (data.kind === "send") lines.get(data.n)?.send(data.text);
      else lines.get(data.n)?.close();
    },
    () => undefined, // the page has been told
  );
});

// The server of a page: Python in a worker, over files of the browser. It answers what `inside.ts` asks.

import type { PyProxy } from "pyodide/ffi";
import { InUse, mount, open } from "./files";
import { forget, keep, recall } from "./memory";
import type { Heard, Told } from "./messages";
import { unpacking, type Parts } from "./parts";
import { start, type Half } from "./python";

const DATA = "/data";
/** When a page that has just been opened has less to do. */
const CALM_MS = 5000;

/** What came of a request: its status, its headers as JSON, its bytes. */
type Answer = PyProxy & { toJs: () => [number, string, Uint8Array<ArrayBuffer>] };
type Opening = PyProxy & { begin: (folder: string) => Promise<Asker> };
type Line = PyProxy & { send: (text: string) => void; close: () => void };
type Asker = PyProxy & {
  ask: (method: string, address: string, headers: string, body: Uint8Array) => Promise<Answer>;
  connect: (address: string, hear: (text: string) => void, end: (code: number) => void) => Line;
};

const tell = (what: Heard, moved: Transferable[] = []): void => postMessage(what, { transfer: moved });

let serving: Promise<Asker>;
const lines = new Map<number, Line>();

async function begin(kept: string, folder: string, parts: Parts): Promise<Asker> {
  const files = await open(kept);
  globalThis.fetch = unpacking(parts, globalThis.fetch.bind(globalThis), (done) => tell({ kind: "progress", done }));
  const [library, half, memory] = await Promise.all([
    fetch(`${folder}library.zip`).then((answer) => answer.arrayBuffer()),
    import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`) as Promise<Half>,
    recall(kept, folder),
  ]);
  const serve = async (from?: Uint8Array): Promise<Asker> => {
    const { python, now } = await start({ half, indexURL: folder, library, memory: from });
    if (files) mount(python.FS, DATA, files);
    const opening = python.pyimport("ludotheque.site.inside.opening") as Opening;
    const asker = await opening.begin(DATA);
    if (now) setTimeout(() => void keep(kept, folder, now), CALM_MS);
    return asker;
  };
  const asker = await serve(memory).catch(async (reason: unknown) => {
    if (!memory) throw reason;
    console.warn("from nothing, since the memory of an earlier start fails:", reason);
    await forget(kept);
    return serve();
  });
  tell({ kind: "begun", kept: files !== null });
  return asker;
}

async function ask(asker: Asker, { n, method, address, headers, body }: Extract<Told, { kind: "ask" }>): Promise<void> {
  const answer = await asker.ask(method, address, JSON.stringify(headers), body);
  const [status, told, bytes] = answer.toJs();
  answer.destroy();
  tell({ kind: "answer", n, status, headers: JSON.parse(told) as [string, string][], body: bytes }, [bytes.buffer]);
}

/** An answer that says that there is none. */
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
    serving = begin(data.kept, data.folder, data.parts);
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
      if (data.kind === "connect") connect(asker, data.n, data.address);
      else if (data.kind === "send") lines.get(data.n)?.send(data.text);
      else lines.get(data.n)?.close();
    },
    () => undefined, // the page has been told
  );
});

// The page's side of its own server: starts the worker, asks it, and says how far it is.

import { writable, type Readable } from "svelte/store";
import { LIBRARY } from "../lib/storage";
import type { Connection, Transport } from "../net/transport";
import { downloadAnswer } from "../replay/picture";
import { CALM_MS, forget } from "./memory";
import type { Heard, Told } from "./messages";
import type { Parts } from "./parts";
import { opening, type Failure } from "./state";

/** What the folder says of itself, in its `index.html`: where the server's files are, and which answers lie there as files. */
type Folder = { folder: string; parts: Parts; answers: Record<string, string> };

const said = JSON.parse(document.getElementById("site")?.textContent ?? "null") as Folder;
const at = (file: string): string => new URL(file, document.baseURI).href;

let worker: Worker | null = null;
let last = 0;
let failed = false;
/** How a server closes a line that it cannot serve. */
const TRY_LATER = 1013;
const waiting = new Map<number, { resolve: (answer: Response) => void; refuse: (reason: Error) => void }>();
type Ends = { hear: (text: string) => void; end: (code: number) => void };
const lines = new Map<number, Ends>();

function tell(what: Told): void {
  worker ??= start();
  worker.postMessage(what);
}

function start(): Worker {
  const made = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "server" });
  made.addEventListener("message", ({ data }: MessageEvent<Heard>) => heard(data));
  made.addEventListener("error", () => fail("broken"));
  made.postMessage({ kind: "begin", kept: LIBRARY, folder: at(said.folder), parts: said.parts } satisfies Told);
  if (document.hidden) made.postMessage(looked());
  return made;
}

/** While the page is hidden, nobody's time runs. */
const looked = (): Told => ({ kind: "looked", seen: !document.hidden, at: Date.now() });
document.addEventListener("visibilitychange", () => worker && !failed && tell(looked()));

/** Browsers keep a page that was left, with its workers, for the Back button. It releases its files so that another page can have them, and
starts again. */
addEventListener("pagehide", () => worker?.terminate());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

/** Whoever waits is answered, and asks no more. */
function fail(why: Failure): void {
  failed = true;
  worker?.terminate();
  if (why === "broken") void forget(LIBRARY);
  opening.set({ state: "failed", why });
  for (const { refuse } of waiting.values()) refuse(new TypeError("no server"));
  waiting.clear();
  for (const { end } of lines.values()) end(TRY_LATER);
  lines.clear();
}

function heard(what: Heard): void {
  switch (what.kind) {
    case "progress":
      return opening.set({ state: "coming", done: what.done });
    case "begun":
      if (what.kept) void navigator.storage.persist?.().catch(() => false); // else browsers may erase it when room is short
      void import("./backup")
        .then(({ settle }) => settle())
        .catch((reason: unknown) => console.warn("settings:", reason));
      return opening.set({ state: "open", kept: what.kept });
    case "failed":
      return fail(what.why);
    case "answer": {
      const { status, headers, body } = what;
      const empty = status === 204 || status === 304;
      waiting.get(what.n)?.resolve(new Response(empty ? null : body, { status, headers }));
      waiting.delete(what.n);
      return;
    }
    case "message":
      return lines.get(what.n)?.hear(what.text);
    case "end":
      lines.get(what.n)?.end(what.code);
      lines.delete(what.n);
  }
}

/** The file that holds the answer to this address, as an address of its own; undefined if the server has to be asked. */
export function fileOf(address: string): string | undefined {
  const file = said.answers[address];
  return file === undefined ? undefined : at(file);
}

/** Asks this page's server, as `fetch` asks one across the network. */
export async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  const method = init.method ?? "GET";
  const file = method === "GET" ? fileOf(address) : undefined;
  if (file) return fetch(file);
  const body = new Uint8Array(await new Response(init.body ?? null).arrayBuffer());
  const headers = Object.fromEntries(new Headers(init.headers));
  if (failed) throw new TypeError("no server");
  const n = ++last;
  return new Promise((resolve, refuse) => {
    waiting.set(n, { resolve, refuse });
    tell({ kind: "ask", n, method, address, headers, body });
  });
}

/** A table's messages to and from this page's server. */
export const lineTo = (table: string): Transport => ({
  network: false,
  connect: ({ opened, message, lost }): Connection => {
    const n = ++last;
    let open = true;
    lines.set(n, {
      hear: message,
      end: () => {
        if (open) lost(false);
        open = false;
      },
    });
    queueMicrotask(() => (failed ? lost(false) : open && opened()));
    tell({ kind: "connect", n, address: `/ws?table=${encodeURIComponent(table)}` });
    return {
      get open() {
        return open;
      },
      send: (text) => tell({ kind: "send", n, text }),
      close: () => {
        open = false;
        tell({ kind: "close", n });
      },
    };
  },
});

/** A new version is there. It is taken once no page of this one is open. */
const newer = writable(false);
export const isNewer: Readable<boolean> = newer;

/** Keep the files, so that the next visit needs no network. Without https only the machine itself may do that. */
async function keepFiles(): Promise<void> {
  const registered = await navigator.serviceWorker?.register(at("sw.js"));
  if (!registered) return;
  const look = (): void => newer.set(registered.waiting !== null && navigator.serviceWorker.controller !== null);
  look();
  registered.addEventListener("updatefound", () => registered.installing?.addEventListener("statechange", look));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void registered.update().catch(() => undefined); // without a network there is none
  });
}
/** A little after the server is there: its first table needs the line and the processor. */
const unsubscribe = opening.subscribe(({ state }) => {
  if (state === "coming") return;
  queueMicrotask(() => unsubscribe());
  setTimeout(() => {
    keepFiles().catch((reason: unknown) => console.warn("no files are kept:", reason));
  }, CALM_MS);
});

/** Pages of this browser tell each other who goes on: one at a time has the files. */
const pages = new BroadcastChannel(LIBRARY);
pages.addEventListener("message", () => {
  if (worker && !failed) fail("given-up");
});

/** Continue in this page: the other one gives up, and this one starts again. */
export function takeOver(): void {
  pages.postMessage("mine");
  setTimeout(() => location.reload(), GIVEN_UP_MS);
}

/** How long another page may take to release its files. */
const GIVEN_UP_MS = 400;

/** Files to save come from the server in this page, not from the web host. */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.hasAttribute("download") || !link.getAttribute("href")?.startsWith("/api/")) return;
  event.preventDefault();
  void ask(link.getAttribute("href")!).then(async (answer) => {
    if (answer.ok) await downloadAnswer(answer);
  });
});

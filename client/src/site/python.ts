// Starts Python with the library of the games. That takes seconds, most of them for importing: so what its memory holds then is kept, and later starts begin there.

import { loadPyodide } from "pyodide";
import { CALM_MS, forget, free, keep, recall } from "./memory";
import { unpacking, type Parts } from "./parts";
import { lent } from "./rules";

export type Python = Awaited<ReturnType<typeof loadPyodide>>;

/** As much of Emscripten's module as is used here. */
type Module = {
  FS: {
    mkdirTree: (path: string) => void;
    createDataFile: (folder: string, name: string, bytes: Uint8Array, r: boolean, w: boolean, own: boolean) => void;
  };
  HEAP8: Int8Array;
  _emscripten_resize_heap: (bytes: number) => boolean;
  loadWebAssemblyModule: (wasm: Uint8Array, flags: object, name: string, scope: object) => object;
  newDSO: (name: string, handle: undefined, exports: object) => { global: boolean };
};
type Settings = { preRun: ((module: Module) => void)[] };
type Make = (settings: Settings) => Promise<never>;
/** Pyodide's other half, `pyodide.asm.mjs`. */
export type Half = { default: Make };

/** Ours, and the games of other packages if there are any. */
const LIBRARIES = ["library.zip", "others.zip"];
const LIBRARY = "/lib/ludotheque";
const IMPORTED = `
import gc, sys
sys.path.insert(0, ${JSON.stringify(LIBRARY)})
import ludotheque.site.inside.opening
gc.collect()
gc.freeze()`;
/** What is by chance must not be the same at each start. */
const AFRESH = "import random; random.seed()";

/** Pyodide, where its files are, the library of the games and of other packages (zips in which nothing is compressed), and the memory of an earlier start with the same files. */
export type Files = {
  half: Half;
  indexURL: string;
  stdLibURL?: string;
  libraries: ArrayBuffer[];
  memory?: Uint8Array<ArrayBuffer> | undefined;
};

/** Starts Python with the server imported and the games' rules attached. Returns a copy of its memory then, unless it started from one. */
export async function start(files: Files): Promise<{ python: Python; now?: Uint8Array<ArrayBuffer> }> {
  const { half, libraries, memory, ...where } = files;
  const prepare = (module: Module): void => {
    if (memory) module._emscripten_resize_heap(memory.byteLength - headerOf(memory));
    for (const zip of libraries)
      for (const [name, bytes] of unpack(module, new Uint8Array(zip))) link(module, name, bytes);
  };
  const python = await loadPyodide({
    ...where,
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
    createPyodideModule: (settings) => {
      (settings as unknown as Settings).preRun.push(prepare);
      return half.default(settings as unknown as Settings);
    },
  });
  python.runPython(memory ? AFRESH : IMPORTED);
  const now = memory ? {} : { now: python.makeMemorySnapshot() as Uint8Array<ArrayBuffer> };
  python.registerJsModule("ludotheque_page", lent);
  return { python, ...now };
}

/** Where the page's files are, and under which name the browser keeps the memory of an earlier start. */
export type Place = { kept: string; folder: string; parts: Parts };

/** Python, and what is to be called once it is at work: what its memory held before is kept then, a little later. */
type Started = { python: Python; atWork: () => void };

/** Starts Python in a worker of a page. `tell` is called with how much of the large files has come, from 0 to 1. */
export async function startIn({ kept, folder, parts }: Place, tell: (done: number) => void): Promise<Started> {
  globalThis.fetch = unpacking(parts, globalThis.fetch.bind(globalThis), tell);
  const given = LIBRARIES.filter((name) => name in parts);
  const [libraries, half, memory] = await Promise.all([
    Promise.all(given.map(async (name) => (await fetch(folder + name)).arrayBuffer())),
    import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`) as Promise<Half>,
    recall(kept, folder),
  ]);
  const files = { half, indexURL: folder, libraries };
  const { python, now } = await start({ ...files, memory }).catch(async (reason: unknown) => {
    if (!memory) throw reason;
    console.warn("from nothing, since the memory of an earlier start fails:", reason);
    await forget(kept);
    return start(files);
  });
  if (memory) free(memory); // Pyodide would hold it a second time
  const atWork = (): void => {
    if (now) setTimeout(() => void keep(kept, folder, now).then(() => free(now)), CALM_MS);
  };
  return { python, atWork };
}

/** How many bytes lie before the memory itself: the second number says so. */
const headerOf = (memory: Uint8Array): number => new DataView(memory.buffer, memory.byteOffset).getUint32(4, true);

/** Lays the files of the library where Python finds them, and returns those that are compiled modules. */
function unpack({ FS }: Module, zip: Uint8Array): [string, Uint8Array][] {
  const folders = new Set<string>();
  const compiled: [string, Uint8Array][] = [];
  for (const [path, bytes] of entries(zip)) {
    const name = `${LIBRARY}/${path}`;
    const cut = name.lastIndexOf("/");
    const folder = name.slice(0, cut);
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.createDataFile(folder, name.slice(cut + 1), bytes, true, false, true);
    if (name.endsWith(".so")) compiled.push([name, bytes]);
  }
  return compiled;
}

/** Links a compiled module before Python runs: it then has the same address at each start, as a saved memory needs. */
function link(module: Module, name: string, bytes: Uint8Array): void {
  const flags = { nodelete: true, allowUndefined: true };
  module.newDSO(name, undefined, module.loadWebAssemblyModule(bytes, flags, name, {})).global = false;
}

const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;

/** The files of a zip in which nothing is compressed. */
function* entries(zip: Uint8Array): Generator<[string, Uint8Array]> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.byteLength - END_BYTES;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((each) => view.getUint16(at + each, true)) as [
      number,
      number,
      number,
    ];
    const local = view.getUint32(at + 42, true);
    const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const path = new TextDecoder().decode(zip.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name));
    yield [path, zip.subarray(start, start + view.getUint32(at + 24, true))];
    at += ENTRY_BYTES + name + extra + comment;
  }
}

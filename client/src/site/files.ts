// The files of the worker's server: SQLite writes them as on a disk, and the browser's own files (OPFS) hold them.

/** As much of Emscripten's file system as is used here. */
type Node = { stream_ops: object; node_ops: object; mode: number; timestamp?: number };
type FileSystem = {
  mkdirTree: (path: string) => void;
  createFile: (folder: string, name: string, properties: object, read: boolean, write: boolean) => Node;
  lookupPath: (path: string) => { node: Node & { node_ops: Record<string, unknown> } };
  hashAddNode: (node: Node) => void;
  ErrnoError: new (errno: number) => Error;
};

/** A file of the browser that is read and written without waiting. */
type Handle = {
  /** When it was last written before it was opened (Unix ms). */
  written_ms?: number;
  read: (into: ArrayBufferView, options: { at: number }) => number;
  write: (from: ArrayBufferView, options: { at: number }) => number;
  truncate: (size: number) => void;
  getSize: () => number;
  flush: () => void;
  close: () => void;
};
type Stream = { position: number; flags: number };

/** The files that outlive the page: the database, the copy made before a new version changed it, and when the server was last there.
Everything else is lost with the page. */
const KEPT = ["ludotheque.db", "ludotheque.db-journal", "ludotheque.db.schema-before", "alive"] as const;
const JOURNAL = "-journal";
/** The most bytes that wait to be written with the next ones. */
const MOST_HELD = 65_536;
/** A file whose modification time matters: browsers do not keep one. */
const TOUCHED = "alive";
const NO_SPACE = 51;
const FAILED = 29;
const ENDING = 2;
/** A page that was just closed may hold its files a moment longer. */
const PATIENCE_MS = 3000;
const AGAIN_MS = 150;
/** What browsers call it that another page has a file. */
const HELD = ["NoModificationAllowedError", "InvalidStateError"];

/** Another page has the files. */
export class InUse extends Error {}

/** The browser's files, open. Throws `InUse` where another page has them; null where this browser keeps no such files. */
export async function open(name: string): Promise<Map<string, Handle> | null> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const opened = new Map<string, Handle>();
    try {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle(name, { create: true });
      for (const each of KEPT) {
        const file = await folder.getFileHandle(each, { create: true });
        if (!("createSyncAccessHandle" in file)) return null;
        const openable = file as unknown as { createSyncAccessHandle: () => Promise<Handle> };
        const written_ms = (await file.getFile()).lastModified;
        opened.set(each, Object.assign(await openable.createSyncAccessHandle(), { written_ms }));
      }
      return opened;
    } catch (reason) {
      for (const handle of opened.values()) handle.close();
      if (!(reason instanceof DOMException && HELD.includes(reason.name))) {
        console.warn("nothing is kept:", reason);
        return null;
      }
      if (performance.now() > until) throw new InUse();
      await new Promise((again) => setTimeout(again, AGAIN_MS));
    }
  }
}

const noRoom = (): DOMException => new DOMException("the disk is full", "QuotaExceededError");

/**
 * In what order files reach the disk. SQLite says so by syncing them, but Emscripten does not pass that on: so writes to one file reach the
 * disk before another file is written or truncated. The journal is there before the database changes, and the database before the journal
 * goes.
 *
 * Each write costs half a millisecond and more, and SQLite writes a page of its journal in three pieces: pieces that follow one another there are written
 * as one. If the disk is full, the next write says so: SQLite takes an error for a full disk only from a write. It then rolls back with what the journal
 * has, so what could not be written is still read here.
 */
class Order {
  private readonly unsettled = new Set<Handle>();
  private held: { handle: Handle; at: number; bytes: Uint8Array } | null = null;
  /** What is held could not be written. Nothing more comes to it; it is read until it is cut off, and other files may be written meanwhile. */
  private full = false;

  write(handle: Handle, bytes: Uint8Array, at: number): void {
    this.settle(handle);
    this.writeAt(handle, bytes, at);
  }

  /** Write what may wait for its next piece. */
  gather(handle: Handle, piece: Uint8Array, at: number): void {
    if (this.full) throw noRoom();
    this.settle(handle);
    if (this.heldTo(handle) !== at || at - (this.held?.at ?? at) > MOST_HELD) this.writeHeld();
    const before = this.held?.bytes ?? new Uint8Array(0);
    const bytes = new Uint8Array(before.length + piece.length);
    bytes.set(before);
    bytes.set(piece, before.length);
    this.held = { handle, at: this.held?.at ?? at, bytes };
  }

  read(handle: Handle, into: Uint8Array, at: number): number {
    const found = handle.read(into, { at });
    const { held } = this;
    const last = Math.min(at + into.length, this.heldTo(handle));
    if (!held || last <= at || at + into.length <= held.at) return found;
    const first = Math.max(at, held.at);
    into.fill(0, found, Math.max(found, first - at));
    into.set(held.bytes.subarray(first - held.at, last - held.at), first - at);
    return Math.max(found, last - at);
  }

  sizeOf(handle: Handle): number {
    return Math.max(handle.getSize(), this.heldTo(handle));
  }

  /** Where what is held of this file ends; 0 if nothing is. */
  private heldTo(handle: Handle): number {
    return this.held?.handle === handle ? this.held.at + this.held.bytes.length : 0;
  }

  writeHeld(): void {
    if (!this.held || this.full) return;
    this.full = true;
    this.writeAt(this.held.handle, this.held.bytes, this.held.at);
    this.letGo();
  }

  private letGo(): void {
    this.held = null;
    this.full = false;
  }

  private writeAt(handle: Handle, bytes: Uint8Array, at: number): void {
    if (handle.write(bytes, { at }) < bytes.length) throw noRoom();
    this.unsettled.add(handle);
  }

  settle(but?: Handle): void {
    if (this.held?.handle !== but) this.writeHeld();
    for (const handle of this.unsettled)
      if (handle !== but) {
        handle.flush();
        this.unsettled.delete(handle);
      }
  }

  cut(handle: Handle, size: number): void {
    if (this.held?.handle === handle && size <= this.held.at) this.letGo(); // it goes with what is cut off
    this.settle();
    handle.truncate(size);
    handle.flush();
  }
}

/** Puts the browser's files into a folder of Python's file system. */
export function mount(system: unknown, folder: string, handles: ReadonlyMap<string, Handle>): void {
  const files = system as FileSystem;
  const order = new Order();
  const nodes = new Map<string, Node>();
  files.mkdirTree(folder);
  for (const [name, handle] of handles) {
    const node = files.createFile(folder, name, {}, true, true);
    Object.assign(node, operations(node, handle, files, order, name.endsWith(JOURNAL)));
    if (handle.written_ms) Object.assign(node, { mtime: handle.written_ms });
    if (name === TOUCHED) Object.assign(node, touched(node, handle, files));
    nodes.set(name, node);
  }
  // A deleted journal has nothing left to undo: it stays, but empty. A new journal reuses it; otherwise it would be in memory.
  const { node } = files.lookupPath(folder);
  const before = node.node_ops["unlink"] as (parent: unknown, name: string) => void;
  const lookup = node.node_ops["lookup"] as (parent: unknown, name: string) => Node;
  node.node_ops = {
    ...node.node_ops,
    lookup: (parent: unknown, name: string): Node => {
      const found = nodes.get(name);
      if (!found) return lookup(parent, name);
      files.hashAddNode(found);
      return found;
    },
    unlink: (parent: unknown, name: string): void => {
      const handle = handles.get(name);
      if (!handle) return before(parent, name);
      tried(files, () => order.cut(handle, 0));
    },
  };
}

/** What the browser refuses is an error of the disk: SQLite takes it back, and the server says so. */
function tried<T>(files: FileSystem, what: () => T): T {
  try {
    return what();
  } catch (reason) {
    console.error(reason);
    const full = reason instanceof DOMException && reason.name === "QuotaExceededError";
    throw new files.ErrnoError(full ? NO_SPACE : FAILED);
  }
}

/** When a file was last touched is what is written in it. */
function touched(node: Node, handle: Handle, files: FileSystem): Pick<Node, "node_ops"> {
  const at = new Float64Array(1);
  const times = node as unknown as Record<string, unknown>;
  if (handle.getSize() === at.byteLength && handle.read(at, { at: 0 })) times["mtime"] = times["atime"] = at[0];
  return {
    node_ops: {
      ...node.node_ops,
      setattr: (_: unknown, set: Record<string, unknown>): void => {
        if (set["mtime"] == null) return;
        at[0] = Number(set["mtime"]);
        times["mtime"] = times["atime"] = at[0];
        tried(files, () => {
          handle.write(at, { at: 0 });
          handle.flush();
        });
      },
    },
  };
}

function operations(
  node: Node,
  handle: Handle,
  files: FileSystem,
  order: Order,
  gathers: boolean,
): Pick<Node, "stream_ops" | "node_ops"> {
  const usual = node.node_ops as { getattr: (node: unknown) => { size: number; blocks: number } };
  const sizeOf = (): number => tried(files, () => order.sizeOf(handle));
  return {
    node_ops: {
      ...node.node_ops,
      getattr: (of: unknown) => {
        const size = sizeOf();
        return { ...usual.getattr(of), size, blocks: Math.ceil(size / 4096) };
      },
      setattr: (of: Record<string, unknown>, set: Record<string, unknown>): void => {
        for (const key of ["mode", "atime", "mtime", "ctime"]) if (set[key] != null) of[key] = set[key];
        const { size } = set;
        if (typeof size === "number") tried(files, () => order.cut(handle, size));
      },
    },
    stream_ops: {
      read: (_: Stream, into: Uint8Array, start: number, length: number, at: number) =>
        tried(files, () => order.read(handle, into.subarray(start, start + length), at)),
      write: (_: Stream, from: Uint8Array, start: number, length: number, at: number) =>
        tried(files, () => {
          const piece = from.subarray(start, start + length);
          if (gathers) order.gather(handle, piece, at);
          else order.write(handle, piece, at);
          return length;
        }),
      close: (): void => tried(files, () => order.writeHeld()),
      fsync: (): number => {
        tried(files, () => order.settle());
        return 0;
      },
      llseek: (stream: Stream, offset: number, whence: number) =>
        offset + (whence === 1 ? stream.position : whence === ENDING ? sizeOf() : 0),
    },
  };
}

// The files in which the worker's server keeps what it knows: SQLite writes them as on a disk, and the browser's own files (OPFS) hold them.

/** As much of Emscripten's file system as is used here. */
type Node = { stream_ops: object; node_ops: object; mode: number; timestamp?: number };
type FileSystem = {
  mkdirTree: (path: string) => void;
  createFile: (folder: string, name: string, properties: object, read: boolean, write: boolean) => Node;
  lookupPath: (path: string) => { node: Node & { node_ops: Record<string, unknown> } };
  ErrnoError: new (errno: number) => Error;
};

/** A file of the browser that is read and written without waiting. */
type Handle = {
  read: (into: ArrayBufferView, options: { at: number }) => number;
  write: (from: ArrayBufferView, options: { at: number }) => number;
  truncate: (size: number) => void;
  getSize: () => number;
  flush: () => void;
  close: () => void;
};
type Stream = { position: number; flags: number };

const FOLDER = "ludotheque";
/** What has to outlive the page. What else is written there is gone with it. */
const KEPT = ["ludotheque.db", "ludotheque.db-journal", "me", "alive"] as const;
const NO_SPACE = 51;
const FAILED = 29;
const ENDING = 2;

/** Another page has the files. */
export class InUse extends Error {}

/** The browser's files, open. Throws `InUse` where another page has them; null where this browser keeps no such files. */
export async function open(): Promise<Map<string, Handle> | null> {
  const opened = new Map<string, Handle>();
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    for (const name of KEPT) {
      const file = await folder.getFileHandle(name, { create: true });
      if (!("createSyncAccessHandle" in file)) return null;
      opened.set(
        name,
        await (file as unknown as { createSyncAccessHandle: () => Promise<Handle> }).createSyncAccessHandle(),
      );
    }
    return opened;
  } catch (reason) {
    for (const handle of opened.values()) handle.close();
    if (reason instanceof DOMException && reason.name === "NoModificationAllowedError") throw new InUse();
    console.warn("nothing is kept:", reason);
    return null;
  }
}

/** Puts the browser's files into a folder of Python's file system. */
export function mount(system: unknown, folder: string, handles: ReadonlyMap<string, Handle>): void {
  const files = system as FileSystem;
  files.mkdirTree(folder);
  for (const [name, handle] of handles) {
    const node = files.createFile(folder, name, {}, true, true);
    Object.assign(node, operations(node, handle, files));
  }
  // A journal that is deleted has no more to undo: it stays, and is empty.
  const { node } = files.lookupPath(folder);
  const before = node.node_ops["unlink"] as (parent: unknown, name: string) => void;
  node.node_ops = {
    ...node.node_ops,
    unlink: (parent: unknown, name: string): void => {
      const handle = handles.get(name);
      if (!handle) return before(parent, name);
      handle.truncate(0);
      handle.flush();
    },
  };
}

function operations(node: Node, handle: Handle, files: FileSystem): Pick<Node, "stream_ops" | "node_ops"> {
  /** What the browser refuses is an error of the disk: SQLite takes it back, and the server says so. */
  const tried = <T>(what: () => T): T => {
    try {
      return what();
    } catch (reason) {
      console.error(reason);
      const full = reason instanceof DOMException && reason.name === "QuotaExceededError";
      throw new files.ErrnoError(full ? NO_SPACE : FAILED);
    }
  };
  const usual = node.node_ops as { getattr: (node: unknown) => { size: number; blocks: number } };
  return {
    node_ops: {
      ...node.node_ops,
      getattr: (of: unknown) => {
        const size = handle.getSize();
        return { ...usual.getattr(of), size, blocks: Math.ceil(size / 4096) };
      },
      setattr: (of: Record<string, unknown>, set: Record<string, unknown>): void => {
        for (const key of ["mode", "atime", "mtime", "ctime"]) if (set[key] != null) of[key] = set[key];
        if (typeof set["size"] === "number") tried(() => handle.truncate(set["size"] as number));
      },
    },
    stream_ops: {
      read: (_: Stream, into: Uint8Array, start: number, length: number, at: number) =>
        tried(() => handle.read(into.subarray(start, start + length), { at })),
      write: (_: Stream, from: Uint8Array, start: number, length: number, at: number) =>
        tried(() => {
          const written = handle.write(from.subarray(start, start + length), { at });
          if (written < length) throw new DOMException("the disk is full", "QuotaExceededError");
          return written;
        }),
      llseek: (stream: Stream, offset: number, whence: number) =>
        offset + (whence === 1 ? stream.position : whence === ENDING ? handle.getSize() : 0),
      fsync: (): number => {
        tried(() => handle.flush());
        return 0;
      },
    },
  };
}

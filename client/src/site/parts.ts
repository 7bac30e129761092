// Fetches the large files of the server in the page. They lie compressed in the folder, since a plain web server compresses nothing, and are unpacked here.

/** The large files of a folder, as they are called inside, and how many bytes of each are fetched. */
export type Parts = Record<string, number>;

/** How a compressed file's name ends. No web server takes it for one that the browser would unpack. */
const PACKED = ".bin";
const TYPES: Record<string, string> = { wasm: "application/wasm", zip: "application/zip" };

/** A `fetch` that gives the large files unpacked. `tell` is called with how much of them has come, from 0 to 1. */
export function unpacking(parts: Parts, usual: typeof fetch, tell: (done: number) => void): typeof fetch {
  const all = Object.values(parts).reduce((total, bytes) => total + bytes, 0);
  let sum = 0;
  return async (asked, init) => {
    const address = String(asked instanceof Request ? asked.url : asked);
    const name = address.slice(address.lastIndexOf("/") + 1);
    const size = parts[name];
    if (size === undefined) return usual(asked, init);
    const come = (bytes: number): void => tell(Math.min(1, (sum += bytes) / all));
    const unpacked = await unpackedOf(address, usual);
    if (unpacked) {
      come(size);
      return unpacked;
    }
    const answer = await usual(address + PACKED, { credentials: "same-origin" });
    if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
    const counted = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
      transform(chunk, to) {
        come(chunk.byteLength);
        to.enqueue(chunk as Uint8Array<ArrayBuffer>);
      },
    });
    const bytes = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
    return new Response(bytes, { headers: { "content-type": TYPES[name.split(".").pop() ?? ""] ?? "" } });
  };
}

/** A file that the service worker has kept unpacked. Where it answers itself, the browser may have kept it compiled, too. */
async function unpackedOf(address: string, usual: typeof fetch): Promise<Response | undefined> {
  try {
    const kept = await caches.match(address);
    if (!kept) return undefined;
    const answer = await usual(address);
    return answer.ok && answer.headers.get("content-type") === TYPES["wasm"] ? answer : kept;
  } catch {
    return undefined; // nothing is kept without https
  }
}

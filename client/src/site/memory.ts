// Keeps what Python's memory holds once everything is imported, so that the next start need not import it again.

/** When a page that has just opened has less to do. */
export const CALM_MS = 3000;

/** How many times the room that it takes must still be free: what is played comes first. */
const TIMES = 4;

const nameOf = (kept: string): string => `${kept}-memory`;
/** Another browser may lay out memory in another way, another folder has other files, and other pages may begin otherwise. */
const addressOf = (folder: string): string =>
  `${folder}memory?${encodeURIComponent(`${import.meta.url} ${navigator.userAgent}`)}`;

/** The memory of an earlier start; undefined if there is none. */
export async function recall(kept: string, folder: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const found = await (await caches.open(nameOf(kept))).match(addressOf(folder));
    return found && new Uint8Array(await found.arrayBuffer());
  } catch {
    return undefined; // browsers keep nothing in private windows, or without https
  }
}

/** Keep the memory in place of any other, if there is room. */
export async function keep(kept: string, folder: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}; // WebKit on Linux says nothing
    await forget(kept);
    if (quota - usage < TIMES * memory.byteLength) return;
    await (await caches.open(nameOf(kept))).put(addressOf(folder), new Response(memory));
  } catch (reason) {
    console.warn("the memory is not kept:", reason);
  }
}

/** Free the memory at once, not when the browser gets round to it: a buffer sent where nobody listens is gone. */
export function free({ buffer }: Uint8Array<ArrayBuffer>): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer]);
  port1.close();
}

/** From now on a start begins from nothing. */
export const forget = (kept: string): Promise<boolean> => caches.delete(nameOf(kept)).catch(() => false);

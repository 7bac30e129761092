/** A box in a link: the file, compressed, behind the `#`. No server sees it. */

/** A longer link does not survive every mail program and messenger. */
export const LONGEST = 8000;
const BEGIN = "#box=";

async function through(bytes: Uint8Array<ArrayBuffer>, by: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(by);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The part of a link that carries this file. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return BEGIN + btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The file that a link carries; null if it carries none, or one that is damaged. */
export async function unpacked(hash: string, most: number): Promise<string | null> {
  if (!hash.startsWith(BEGIN)) return null;
  try {
    const letters = atob(hash.slice(BEGIN.length).replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts: BlobPart[] = [];
    let size = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength;
      if (size > most) return null;
      parts.push(next.value);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
  } catch {
    return null;
  }
}

/** Does a link carry a box at all? */
export const carries = (hash: string): boolean => hash.startsWith(BEGIN);

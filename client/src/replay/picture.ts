/** A picture to share, made and kept by this browser. */

import regular from "@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-400-normal.woff2?url";
import bold from "@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-700-normal.woff2?url";
import display from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2?url";

const PNG_WIDTH = 1600;

/** A font of the pages for use in a picture: its name there, its weights, its source, and its letters. */
interface Face {
  family: string;
  weight: string;
  src: string;
  range?: string;
}
/** What is written, what is written large, and the digits on a board, as on the pages. */
const FACES: readonly Face[] = [
  { family: "Text", weight: "400", src: regular },
  { family: "Text", weight: "700", src: bold },
  { family: "Display", weight: "700", src: display },
  { family: "Counters", weight: "400 700", src: display, range: "U+30-39" },
];

/** An SVG drawing that brings these faces with it: drawn as a picture it sees none of the page's. */
export function withFaces(svg: string, faces: readonly Face[]): string {
  const rules = faces.map(
    ({ family, weight, src, range }) =>
      `@font-face{font-family:${family};font-weight:${weight};src:url(${src}) format("woff2")${range ? `;unicode-range:${range}` : ""}}`,
  );
  const text = "Text,system-ui,sans-serif";
  const used = `svg{font-family:${text}}.headline [font-weight]{font-family:Display,${text}}.on-board,.on-board text{font-family:Counters,${text}}`;
  return svg.replace(/<svg [^>]*>/, (root) => `${root}<style>${rules.join("")}${used}</style>`);
}

/** A file as a data address. */
async function asData(file: string): Promise<string> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const blob = await answer.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^data:[^;,]*/, "data:font/woff2"));
    reader.onerror = () => reject(reader.error ?? new Error("no file"));
    reader.readAsDataURL(blob);
  });
}

/** The same with the faces of the pages; as it is where they cannot be had. */
async function lettered(svg: string): Promise<string> {
  try {
    return withFaces(svg, await Promise.all(FACES.map(async (face) => ({ ...face, src: await asData(face.src) }))));
  } catch {
    return svg;
  }
}

/** An SVG drawing as PNG. */
export async function png(svg: string): Promise<Blob> {
  const [, , w = "1", h = "1"] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "0 0 1 1").split(/\s+/);
  const height = Math.round((PNG_WIDTH * Number(h)) / Number(w));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent((await lettered(svg)).replace("<svg ", `<svg width="${PNG_WIDTH}" height="${height}" `))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [PNG_WIDTH, height];
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#F6F0E4";
  pen.fillRect(0, 0, PNG_WIDTH, height);
  pen.drawImage(image, 0, 0, PNG_WIDTH, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** Hand a picture to whatever this device shares with; where it cannot, the browser keeps it. Whether the browser kept it. */
export async function share(file: Blob, name: string): Promise<boolean> {
  const files = [new File([file], name, { type: file.type })];
  if (!navigator.canShare?.({ files })) {
    download(file, name);
    return true;
  }
  try {
    await navigator.share({ files });
    return false;
  } catch (reason) {
    // Whoever thinks better of it has said so.
    if (reason instanceof DOMException && reason.name === "AbortError") return false;
    download(file, name);
    return true;
  }
}

/** Let the browser keep a file. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Save the file that a server answered with, under the name that it gave. */
export async function downloadAnswer(answer: Response): Promise<void> {
  const name = /filename="?([^";]+)/.exec(answer.headers.get("content-disposition") ?? "");
  download(await answer.blob(), name?.[1] ?? "ludotheque");
}

/** A picture to share, made and kept by this browser. */

const PNG_WIDTH = 1600;

/** An SVG drawing as PNG. */
export async function png(svg: string): Promise<Blob> {
  const [, , w = "1", h = "1"] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "0 0 1 1").split(/\s+/);
  const height = Math.round((PNG_WIDTH * Number(h)) / Number(w));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace("<svg ", `<svg width="${PNG_WIDTH}" height="${height}" `))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [PNG_WIDTH, height];
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#F6F0E4";
  pen.fillRect(0, 0, PNG_WIDTH, height);
  pen.drawImage(image, 0, 0, PNG_WIDTH, height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
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

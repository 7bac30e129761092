/** The signs that tell seats apart beside their colours, as paths in a square from -1 to 1. */

const SHAPES: Readonly<Record<string, string>> = {
  "●": "M0-.92A.92.92 0 1 1 0 .92A.92.92 0 1 1 0-.92Z",
  "■": "M-.8-.8H.8V.8H-.8Z",
  "▲": "M0-.95 1 .8H-1Z",
  "◆": "M0-1.05 1.05 0 0 1.05-1.05 0Z",
  "✚": "M-.32-.95H.32V-.32H.95V.32H.32V.95H-.32V.32H-.95V-.32H-.32Z",
  "⬟": "M0-1 .95-.31.59.81H-.59L-.95-.31Z",
};

/** The outline of a mark; undefined where it is a letter or a number, to be written. */
export function outline(mark: string): string | undefined {
  return SHAPES[mark];
}

const TINTS = new Set(["red", "blue", "yellow", "green", "plum", "sky"]);

/** The custom properties of a tint, for a `style` attribute. */
export function tintStyle(tint: string): string {
  const name = TINTS.has(tint) ? tint : "none";
  return `--tint:var(--tint-${name});--tint-dark:var(--tint-${name}-dark);--tint-ink:var(--tint-${name}-ink);--on-tint:var(--on-tint-${name})`;
}

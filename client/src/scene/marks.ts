/** The signs that tell seats apart beside their colours, as paths in a square from -1 to 1. */

const SHAPES: Readonly<Record<string, string>> = {
  "●": "M0-.92A.92.92 0 1 1 0 .92A.92.92 0 1 1 0-.92Z",
  "■": "M-.8-.8H.8V.8H-.8Z",
  "▲": "M0-.95 1 .8H-1Z",
  "◆": "M0-1.05 1.05 0 0 1.05-1.05 0Z",
  "✚": "M-.32-.95H.32V-.32H.95V.32H.32V.95H-.32V.32H-.95V-.32H-.32Z",
  "⬟": "M0-1 .95-.31.59.81H-.59L-.95-.31Z",
  "◉": "M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1ZM0-.78A.78 .78 0 1 0 0 .78A.78 .78 0 1 0 0-.78ZM0-.48A.48 .48 0 1 1 0 .48A.48 .48 0 1 1 0-.48Z",
  "◈": "M0-1.1 1.1 0 0 1.1-1.1 0ZM0-.82-.82 0 0 .82 .82 0ZM0-.5 .5 0 0 .5-.5 0Z",
  "▣": "M-.9-.9H.9V.9H-.9ZM-.68-.68V.68H.68V-.68ZM-.38-.38H.38V.38H-.38Z",
  "◎": "M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1ZM0-.8A.8 .8 0 1 0 0 .8A.8 .8 0 1 0 0-.8ZM0-.5A.5 .5 0 1 1 0 .5A.5 .5 0 1 1 0-.5ZM0-.28A.28 .28 0 1 0 0 .28A.28 .28 0 1 0 0-.28Z",
  "⬢": "M0-1 .87-.5V.5L0 1-.87.5V-.5Z",
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

/** Text on a big screen, which nobody scrolls: as large as fits. */

/** The sizes that are tried, and the least: what has no room even so is scrolled. */
const STEP = 0.05;
const LEAST = 0.5;

/** The largest size, of what is usual, at which it fits. */
export function largest(fits: (size: number) => boolean): number {
  for (let n = Math.round(1 / STEP); n * STEP > LEAST; n--) if (fits(n * STEP)) return n * STEP;
  return LEAST;
}

/** Keeps an element's content as large as fits; runs again for each new `state` of the content. */
export function fitted(_state: unknown): (node: HTMLElement) => () => void {
  return (node) => {
    const fit = (): void => {
      largest((size) => {
        node.style.fontSize = `${size}em`;
        return node.scrollHeight <= node.clientHeight + 1;
      });
    };
    const seen = new ResizeObserver(fit);
    if (node.parentElement) seen.observe(node.parentElement);
    fit();
    return () => seen.disconnect();
  };
}

/** Things above a page that fills the screen: the page gets the remaining height, `--screen`. Overlays take none. */

const heights = new Map<Element, number>();

/** Take the height of an element from the page's, as long as it is there. */
export function above(element: HTMLElement): { destroy: () => void } {
  const tell = (): void =>
    document.documentElement.style.setProperty(
      "--above",
      `${[...heights.values()].reduce((sum, height) => sum + height, 0)}px`,
    );
  const watch = new ResizeObserver(() => {
    heights.set(element, getComputedStyle(element).position === "fixed" ? 0 : element.offsetHeight);
    tell();
  });
  watch.observe(element);
  return {
    destroy: () => {
      watch.disconnect();
      heights.delete(element);
      tell();
    },
  };
}

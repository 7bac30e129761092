import { tick } from "svelte";
import { reducedMotion } from "./reducedMotion";

/** Bring what a tap has opened into sight, above the buttons that a page has at its lower edge (`--below`); where it is seen already, nothing moves. */
export function seen(node: HTMLElement | undefined): void {
  if (!node) return;
  node.style.scrollMarginBottom = "var(--below, 0px)";
  void tick().then(() => node.scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "instant" : "smooth" }));
}

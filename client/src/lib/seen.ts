import { tick } from "svelte";
import { reducedMotion } from "./reducedMotion";

/** Bring what a tap has opened into sight; where it is seen already, nothing moves. */
export function seen(node: Element | undefined): void {
  void tick().then(() => node?.scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "instant" : "smooth" }));
}

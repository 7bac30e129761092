/** A list is one stop of the Tab key: the arrow keys, Home and End go from one entry to the next. What is in `[data-apart]` is none of its entries. */

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowLeft: -1,
  Home: -Infinity,
  End: Infinity,
};

/** The keys that a list takes: all of them, or only up and down where the page itself needs the others. */
export type Keys = "all" | "updown";

/** The entry that a key leads to from entry `at` of `count`; -1 for a key that leads nowhere. */
export function stepped(key: string, at: number, count: number, keys: Keys = "all"): number {
  const step = STEPS[key];
  if (step === undefined || count === 0) return -1;
  if (keys === "updown" && key !== "ArrowDown" && key !== "ArrowUp") return -1;
  return Math.min(count - 1, Math.max(0, at + step));
}

/** Make the entries of a list (its links and buttons) one stop of the Tab key: the current one, else the first. */
export function roving(list: HTMLElement, keys: Keys = "all"): { destroy: () => void } {
  const entries = (): HTMLElement[] =>
    [...list.querySelectorAll<HTMLElement>("a[href], button:not(:disabled)")].filter(
      (one) => !one.closest("[data-apart]"),
    );
  let kept: HTMLElement | null = null;

  function settle(): void {
    const all = entries();
    const current = all.find((one) => one.matches("[aria-current], [aria-pressed=true]"));
    const stop = (kept && all.includes(kept) ? kept : null) ?? current ?? all[0];
    for (const one of all) {
      const index = one === stop ? 0 : -1;
      if (one.tabIndex !== index) one.tabIndex = index;
    }
  }

  function focused(event: FocusEvent): void {
    if (event.target instanceof HTMLElement && entries().includes(event.target)) {
      kept = event.target;
      settle();
    }
  }

  /** Who leaves the list comes back to its current entry. */
  function left(event: FocusEvent): void {
    if (event.relatedTarget instanceof Node && list.contains(event.relatedTarget)) return;
    kept = null;
    settle();
  }

  function pressed(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const all = entries();
    const at = all.findIndex((one) => one === event.target);
    const to = at < 0 ? -1 : stepped(event.key, at, all.length, keys);
    if (to < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[to]!.focus();
  }

  const watch = new MutationObserver(settle);
  watch.observe(list, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["aria-current", "aria-pressed", "disabled"],
  });
  list.addEventListener("focusin", focused);
  list.addEventListener("focusout", left);
  list.addEventListener("keydown", pressed);
  settle();
  return {
    destroy() {
      watch.disconnect();
      list.removeEventListener("focusin", focused);
      list.removeEventListener("focusout", left);
      list.removeEventListener("keydown", pressed);
    },
  };
}

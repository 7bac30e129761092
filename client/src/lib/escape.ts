/** What the Escape key and the browser's Back button close: only the thing that was opened last. */

import { backing } from "./backing";

type Close = () => void;

/** A stack of open things. It hears the keys of `target`. */
export function escapes(target: EventTarget): (close: Close) => Close {
  const open: Close[] = [];

  function pressed(event: Event): void {
    const { key, isComposing } = event as KeyboardEvent;
    const last = open.at(-1);
    if (key !== "Escape" || isComposing || event.defaultPrevented || !last) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    last();
  }

  return (close) => {
    if (open.length === 0) target.addEventListener("keydown", pressed, { capture: true });
    open.push(close);
    return () => {
      const at = open.lastIndexOf(close);
      if (at >= 0) open.splice(at, 1);
      if (open.length === 0) target.removeEventListener("keydown", pressed, { capture: true });
    };
  };
}

const ours = typeof window === "undefined" ? null : escapes(window);

/** Escape does this if no overlay is open for Back to close. Call the result to undo it; an effect may return it. */
export const onEscape = (does: Close): Close => ours?.(does) ?? (() => undefined);

/** Something has been opened that Escape and Back close. Call the result once it is closed; an effect may return it. */
export function opened(close: Close): Close {
  const ends = [ours?.(close), backing?.opened(close)];
  return () => ends.forEach((end) => end?.());
}

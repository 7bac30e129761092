/** What the Escape key and a browser's Back button close: of several things that are open, the one that was opened last, and nothing else. */

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

/** Escape does this here, where nothing lies over a page that Back would close. Call what it returns when it is no longer so; an effect may return it. */
export const onEscape = (does: Close): Close => ours?.(does) ?? (() => undefined);

/** Something has been opened that Escape and Back close. Call what it returns when it is no longer open; an effect may return it. */
export function opened(close: Close): Close {
  const ends = [ours?.(close), backing?.opened(close)];
  return () => ends.forEach((end) => end?.());
}

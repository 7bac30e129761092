/** An overlay has the focus while it is open, closes on Escape, and returns the focus afterwards. */

import { opened } from "./escape";

interface How {
  /** The page behind it waits: nothing there can be reached. Only a `<dialog>` can do that. */
  modal?: boolean;
  /** What is in it hears Escape itself. */
  deaf?: boolean;
}

type Lies = (node: HTMLElement) => { destroy: () => void };

/** Call it while a component is created: it notes where the focus is. The action it returns belongs to the overlay. */
export function over(close: () => void, { modal = false, deaf = false }: How = {}): Lies {
  const before = document.activeElement;

  return (node) => {
    const dialog = node instanceof HTMLDialogElement ? node : null;
    const held = node.contains(document.activeElement);
    if (modal) dialog?.showModal();
    else if (dialog) dialog.show();
    else if (!held) node.focus();
    const end = deaf ? () => undefined : opened(close);
    // A phone's back gesture closes a dialog, too: then it is closed as Escape closes it.
    const cancelled = (event: Event): void => {
      if (event.target !== node) return;
      event.preventDefault();
      if (!deaf) close();
    };
    dialog?.addEventListener("cancel", cancelled);

    return {
      destroy() {
        end();
        dialog?.removeEventListener("cancel", cancelled);
        if (dialog?.open) dialog.close();
        const now = document.activeElement;
        if (now && now !== document.body && now !== before && !node.contains(now)) return; // the person is elsewhere already
        if (before instanceof HTMLElement && before !== document.body) before.focus();
        if (document.activeElement !== before || before === document.body) home();
      },
    };
  };
}

/** Where the focus goes when its element is gone: to the topmost overlay, else to the page itself. */
export function home(): void {
  const page = topmost() ?? document.getElementById("main");
  // A page that is laid out without a box of its own cannot have the focus: then what is first in it has.
  for (const one of page ? [page, ...page.querySelectorAll("[tabindex]:not([tabindex='-1']), a[href], button")] : []) {
    if (one instanceof HTMLElement || one instanceof SVGElement) one.focus({ preventScroll: true });
    if (document.activeElement === one) return;
  }
}

/** The dialog that everything else waits behind; null where nothing waits. */
export function topmost(): Element | null {
  return [...document.querySelectorAll("dialog:modal")].at(-1) ?? null;
}

/** A greyed button says why: as a tooltip, to a screen reader, and visibly if it is tapped anyway. */

/** How long the reason stays in sight, ms. */
const STAYS = 2600;
/** A button that is wide enough for a sentence, px. */
const WIDE = 160;

/** Whether it covers something that must stay visible. */
function covers(shown: HTMLElement): boolean {
  const one = shown.getBoundingClientRect();
  return [...document.querySelectorAll("[data-in-sight]")].some((each) => {
    const other = each.getBoundingClientRect();
    return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  });
}

/** A button, and why it can do nothing now; "" while it can. */
export function why(
  button: HTMLButtonElement,
  reason: string,
): { update: (reason: string) => void; destroy: () => void } {
  let title = button.title;
  let said = "";
  let shown: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hide(): void {
    clearTimeout(timer);
    shown?.remove();
    shown = null;
  }

  function update(now: string): void {
    if (now && !said) title = button.title;
    if (now) {
      button.title = now;
      button.setAttribute("aria-description", now);
    } else {
      // What the page has meanwhile written there itself stays.
      if (said && button.title === said) {
        if (title) button.title = title;
        else button.removeAttribute("title");
      }
      if (said && button.getAttribute("aria-description") === said) button.removeAttribute("aria-description");
      hide();
    }
    said = now;
  }

  function show(): void {
    if (!said || !button.disabled) return;
    hide();
    const { left, right, top, bottom } = button.getBoundingClientRect();
    shown = document.createElement("p");
    shown.className = "why-greyed";
    shown.setAttribute("role", "status");
    shown.textContent = said;
    // Whatever is behind a dialog is neither seen nor heard.
    (button.closest("dialog") ?? document.body).append(shown);
    const wide = shown.offsetWidth;
    shown.style.left = `${Math.max(8, Math.min(innerWidth - wide - 8, (left + right - wide) / 2))}px`;
    const high = shown.offsetHeight;
    shown.style.top = `${Math.max(8, top - high - 8)}px`;
    // Whose turn it is must stay visible: below the button if there is room, else over the button itself, which does nothing.
    if (covers(shown)) {
      const beneath = bottom + 4 + high < innerHeight;
      shown.style.top = `${beneath ? bottom + 4 : top}px`;
      // On a wide button it leaves the buttons beside that one in sight.
      if (!beneath && right - left > WIDE)
        Object.assign(shown.style, { left: `${left}px`, width: `${right - left}px`, boxSizing: "border-box" });
    }
    timer = setTimeout(hide, STAYS);
  }

  button.addEventListener("pointerup", show);
  update(reason);
  return {
    update,
    destroy() {
      hide();
      button.removeEventListener("pointerup", show);
    },
  };
}

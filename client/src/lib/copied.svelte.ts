/** A link that is copied with a button, from its field or where it has none. */

/** How long it is said that it was copied, ms. */
const SAID_MS = 2500;

export class Copied {
  /** It was copied a moment ago. */
  done = $state(false);

  /** Copy the content of this field. */
  async take(field: HTMLInputElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(field.value);
      this.done = true;
    } catch {
      field.focus();
      field.select();
      this.done = document.execCommand("copy");
    }
    setTimeout(() => (this.done = false), SAID_MS);
  }

  /** Copy a text that no field shows. The focus stays where it is. */
  async text(text: string): Promise<void> {
    const before = document.activeElement;
    const field = document.createElement("input");
    field.value = text;
    field.readOnly = true;
    field.className = "aside";
    document.body.append(field);
    try {
      await this.take(field);
    } finally {
      field.remove();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    }
  }
}

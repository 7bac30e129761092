/** A link that is copied from its field with a button. */

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
}

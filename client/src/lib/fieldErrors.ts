/** What is wrong with a field, in the language of the page: the browser's own words are in the browser's language. */

import { t, type Message } from "./i18n";
import { nameFault } from "./names";

/** What to say of a field that its own rules (`required`, `min`, `max`) refuse; null where they do not. */
export function fault({
  type,
  inputMode,
  min,
  max,
  value,
  validity,
}: Pick<HTMLInputElement, "type" | "inputMode" | "min" | "max" | "value" | "validity">): Message | null {
  if (type === "number") {
    if (validity.valid) return null;
    return min && max ? { key: "ui.number.between", args: { low: min, high: max } } : { key: "ui.number.missing" };
  }
  return value.trim() ? null : { key: inputMode === "email" ? "ui.mail.missing" : "ui.name.missing" };
}

/** For a field that must be filled: the bubble that the browser shows says our words. A name's is shown as soon as it is too long. */
export function ours(field: HTMLInputElement, what: "name" | "other" = "other"): { destroy(): void } {
  const tell = (): void => {
    field.setCustomValidity("");
    const wrong = what === "name" ? nameFault(field.value) : fault(field);
    field.setCustomValidity(wrong ? t(wrong) : "");
  };
  const typed = (): void => {
    tell();
    if (what === "name" && field.value.trim() && !field.validity.valid) field.reportValidity();
  };
  field.addEventListener("invalid", tell);
  field.addEventListener("input", typed);
  return {
    destroy() {
      field.removeEventListener("invalid", tell);
      field.removeEventListener("input", typed);
    },
  };
}

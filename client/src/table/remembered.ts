/** What was seen or said at a table from this device, kept where the browser allows it, else as long as the page is open. */

type What = "reply" | "declined";

const here = new Map<string, string>();
const place = (what: What, table: string): string => `ludotheque.${what}.${table}`;

/** What was kept; "" for nothing. */
export function recall(what: What, table: string): string {
  const key = place(what, table);
  try {
    return localStorage.getItem(key) ?? here.get(key) ?? "";
  } catch {
    return here.get(key) ?? "";
  }
}

export function keep(what: What, table: string, value: string): void {
  const key = place(what, table);
  here.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    /* storage refused: it holds as long as the page is open */
  }
}

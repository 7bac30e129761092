/** How often somebody asked at a table to be shown what is theirs to find, kept on this device where the browser allows it. */

const place = (table: string): string => `ludotheque.hints.${table}`;
const counted = new Map<string, number>();

/** The number so far. */
export function recall(table: string): number {
  try {
    return Number.parseInt(localStorage.getItem(place(table)) ?? "0", 10) || 0;
  } catch {
    return counted.get(table) ?? 0; // storage refused: counted as long as the page is open
  }
}

/** One more; the number then. */
export function more(table: string): number {
  const n = recall(table) + 1;
  counted.set(table, n);
  try {
    localStorage.setItem(place(table), String(n));
  } catch {
    /* counted as long as the page is open */
  }
  return n;
}

/** The piece a player has touched and must go on with, kept over a reload of the page where the browser allows it. */

const place = (key: string): string => `ludotheque.bound.${key}`;

/** The key of a half-made move: it is another one at every move of the table. */
export function boundKey(table: string, seat: number, moves: number): string {
  return `${table}.${seat}.${moves}`;
}

/** The first click kept under a key, "" where there is none. */
export function recall(key: string): string {
  try {
    return sessionStorage.getItem(place(key)) ?? "";
  } catch {
    return ""; // storage refused: the binding holds as long as the page does
  }
}

export function keep(key: string, click: string): void {
  try {
    sessionStorage.setItem(place(key), click);
  } catch {
    /* it holds as long as the page does */
  }
}

export function drop(key: string): void {
  try {
    sessionStorage.removeItem(place(key));
  } catch {
    /* nothing was kept */
  }
}

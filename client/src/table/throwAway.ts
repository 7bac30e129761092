/** A game is thrown away from a list, without its page. */

import type { Message } from "../lib/i18n";
import { Link } from "../net/link.svelte";

/** How long to wait for the table, ms. */
const PATIENCE = 12_000;

/** End a game without a winner, from the user's own seat, if nobody else has to agree. Returns what went wrong; null if it worked. */
export async function throwAway(table: string, seat: number, link = new Link(table)): Promise<Message | null> {
  link.start();
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<Message>(
    (done) => (late = setTimeout(() => done({ key: "error.unreachable" }), PATIENCE)),
  );
  try {
    return await Promise.race([
      link.command({ kind: "end", seat }).then((answer) => (answer.ok ? null : answer.reason)),
      tooLate,
    ]);
  } finally {
    clearTimeout(late);
    link.close();
  }
}

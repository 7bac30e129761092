/** Goes on with a game that a page of a server has handed over. */

import { ApiError, openTable } from "../lib/api";
import { beKnown } from "../lib/guest";
import { handed, taken } from "../lib/handed";
import { go } from "../router.svelte";
import { keepEarlier } from "../table/earlier";

/** Make its table here, if there is such a game, and go there. Throws `ApiError`; a game that was refused does not come again. */
export async function goOn(): Promise<void> {
  const game = handed();
  if (!game) return;
  try {
    await beKnown();
    const { id } = await openTable(game.order);
    taken();
    keepEarlier(id, game.moves, new Map(game.names));
    go(`/t/${id}`, true);
  } catch (reason) {
    if (reason instanceof ApiError && reason.status > 0) taken();
    throw reason;
  }
}

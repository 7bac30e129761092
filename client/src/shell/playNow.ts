/**
 * One click from the shelf to a first move: a person sits down against easy bots, with the usual options. Everything that comes before a
 * person's first game of a box belongs here.
 */

import { type GameInfo, openTable } from "../lib/api";
import { named } from "../lib/friendly";
import { shelf } from "../lib/shelf";
import { inFolder } from "../lib/folder";
import { go } from "../router.svelte";
import { shownMeanwhile } from "../site/state";

/** The level of the bots for somebody who just wants to play. */
export const EASY = "easy";

/** Open a table of this game against easy bots, and go there; `components` is the file of a box of one's own. Throws `ApiError`. */
export async function playNow(game: GameInfo, components = ""): Promise<void> {
  const table = opened(game, components);
  if (inFolder && !(await shownMeanwhile(game.name, table))) return; // it was too long, and they went elsewhere
  go(`/t/${await table}`);
}

async function opened(game: GameInfo, components: string): Promise<string> {
  const [{ Plan }, { bots }, name] = await Promise.all([import("./plan.svelte"), shelf(), named()]);
  const plan = new Plan(game, bots, EASY, name);
  for (const chair of plan.chairs) if (bots.includes(EASY)) chair.level = EASY;
  plan.components = components;
  if (game.first !== false) plan.first = "host";
  return (await openTable(plan.order())).id;
}

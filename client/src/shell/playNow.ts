/**
 * One click from the shelf to a first move: a person sits down against easy bots, with the usual options. Everything that comes before a
 * person's first game of a box belongs here.
 */

import { get } from "svelte/store";
import { type GameInfo, openTable } from "../lib/api";
import { lookForHouse, people } from "../lib/forHouse";
import { named } from "../lib/friendly";
import { name, rename } from "../lib/guest";
import { calledNow, type Member } from "../lib/household";
import { everyWord } from "../lib/i18n";
import { shelf } from "../lib/shelf";
import { inFolder } from "../lib/folder";
import { go } from "../router.svelte";
import { shownMeanwhile } from "../site/state";

/** The level of the bots for somebody who just wants to play. */
export const EASY = "easy";

/**
 * Open a table of this game against easy bots, and go there; where there is a household, for the one who says so. `components` is the file of
 * a box of one's own. Throws `ApiError`.
 */
export async function playNow(game: GameInfo, components = ""): Promise<void> {
  await lookForHouse();
  const all = get(people);
  let who: Member | null = null;
  if (all.length > 0) {
    const [{ askWho }] = await Promise.all([import("../house/asked"), everyWord()]);
    const answer = await askWho();
    if (answer === "nobody") return;
    who = answer;
  }
  const table = opened(game, components, who, all);
  if (inFolder && !(await shownMeanwhile(game.name, table))) return; // it was too long, and they went elsewhere
  go(`/t/${await table}`);
}

async function opened(game: GameInfo, components: string, who: Member | null, all: Member[]): Promise<string> {
  const [{ Plan, takesOver }, { bots }, mine] = await Promise.all([import("./plan.svelte"), shelf(), named()]);
  const called = calledNow(who, mine, all);
  if (takesOver(called, get(name), all)) await rename(called);
  const plan = new Plan(game, bots, EASY, who ? "" : called);
  for (const chair of plan.chairs) if (bots.includes(EASY)) chair.level = EASY;
  if (who) plan.seatMember(who, all);
  plan.components = components;
  if (game.first !== false) plan.first = "host";
  return (await openTable(plan.order())).id;
}

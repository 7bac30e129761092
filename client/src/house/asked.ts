/** Asks who of the household sits down, over whatever page is there. */

import { mount, unmount } from "svelte";
import { get } from "svelte/store";
import { lookForHouse, people } from "../lib/forHouse";
import { name, rename } from "../lib/guest";
import { calledNow, type Member } from "../lib/household";
import { everyWord } from "../lib/i18n";
import WhoIsPlaying from "./WhoIsPlaying.svelte";

/** Somebody of the household, null for somebody else, "nobody" if nobody wants to play. */
export async function askWho(): Promise<Member | null | "nobody"> {
  let sheet: ReturnType<typeof mount> | undefined;
  const who = await new Promise<Member | null | "nobody">((onanswer) => {
    sheet = mount(WhoIsPlaying, { target: document.body, props: { onanswer } });
  });
  if (sheet) void unmount(sheet);
  return who;
}

/** Asks who plays from now on; tables already begun keep their names. Throws `ApiError`. */
export async function changeWho(): Promise<void> {
  await Promise.all([lookForHouse(), everyWord()]);
  const who = await askWho();
  if (who === "nobody") return;
  const called = calledNow(who, get(name), get(people));
  if (called !== get(name)) await rename(called);
}

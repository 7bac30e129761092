/** Asks who of the household sits down, over whatever page is there. */

import { mount, unmount } from "svelte";
import type { Member } from "../lib/household";
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

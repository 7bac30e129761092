/** The keys of a table, wherever it is played. */

import { does } from "../lib/keys";
import type { Play } from "./play.svelte";
import { lines, opening, stepped } from "./story";

type Struck = Pick<KeyboardEvent, "key" | "shiftKey" | "repeat"> & { target?: EventTarget | null };

/** Enter presses whatever button has the focus: then it is not the big one. */
function pressesElse({ key, target }: Struck): boolean {
  return key === "Enter" && target instanceof Element && target.closest("button, a, summary, [role=tab]") !== null;
}

/** Put down what is half made, press the big button, turn what is laid over the board. Whether it was the key of one of them. */
export function strike(play: Play, struck: Struck): boolean {
  switch (does("table", struck)) {
    case "back":
      play.back();
      return true;
    case "big":
      // If it is held down, it would also press whatever comes next.
      if (struck.repeat || pressesElse(struck)) return false;
      if (play.at === null) play.big.press();
      else play.now();
      return true;
    case "turn":
      play.glass.turn(struck.shiftKey ? -1 : 1);
      return true;
    default:
      return false;
  }
}

/** At a game that is over, the keys of a replay go through its moves. Whether it was one of them. */
export function leaf(play: Play, struck: Struck): boolean {
  const { table, moves } = play.link;
  if (table?.phase !== "over" || moves.length === 0) return false;
  const by = struck.key === "ArrowRight" ? 1 : -1;
  const at = play.at ?? moves.length;
  const to = { step: at + by, turn: stepped(lines(moves), at, by), ends: struck.key === "Home" ? 0 : moves.length }[
    does("replay", struck) as string
  ];
  if (to === undefined) return false;
  void play.look(Math.min(moves.length, Math.max(opening(moves), to)));
  return true;
}

/** What a tap on the table does: in a race it acts at once, else it is a step of the half-made move. */

import type { Live } from "../live/live.svelte";
import { changes, type Steps } from "../scene/choices";
import type { Play } from "./play.svelte";

export function tapping(play: Play, live: Live): (ids: string[], place: string) => void {
  /** Another starting piece, tapped while a move is half made: a second tap on it drops the move. */
  let asked: { click: string; steps: Steps } | null = null;
  return (ids, place) => {
    const { choices, steps } = play;
    if (live.on) {
      if (!choices || !ids.some((id) => live.press(choices.seat, id, live.stamped))) live.tap(ids, place);
      return;
    }
    const click = choices && !choices.setup && !play.pending && !play.bound ? changes(choices, steps, ids) : "";
    if (click && (asked?.click !== click || asked.steps !== steps)) {
      asked = { click, steps };
      play.which = null;
      play.reason = { reason: { key: "ui.prompt.change" }, rules: [] };
      return;
    }
    asked = null;
    play.tap(ids, place);
  };
}

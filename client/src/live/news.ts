/** What a screen reader says about fast events: not each card that is laid down or dealt. */

import type { Message } from "../lib/i18n";
import type { Move } from "../net/wire";
import { folded, told } from "./runs";

/** Something to announce, and whose it is: -1 for chance, -2 for time. */
export interface News {
  seat: number;
  message: Message;
}

/** It had a consequence, which is always worth announcing. */
const MORE = ".then";

/** What is worth announcing of these moves: a long run of chance as one, cards laid down not at all. */
export function worth(moves: readonly Move[]): News[] {
  return folded(moves)
    .filter(
      ({ from, to, move }) =>
        to > from ||
        move.cry ||
        (move.sound && (move.sound !== "card" || move.seat < 0 || move.message.key.endsWith(MORE))),
    )
    .map((line) => ({ seat: line.move.seat, message: told(line) }));
}

/** The caption of a move that makes a sound: its cry, its noise or, for cards, what was done with them, in the words of the list. */
export function caption(
  { seat, cry, sound }: Pick<Move, "seat" | "cry" | "sound">,
  words: Message,
  who: string,
): Message {
  if (cry) return { key: "ui.live.says", args: { who, what: cry } };
  if (sound !== "card") return { key: `ui.heard.${sound}`, args: { who } };
  return seat < 0 ? words : { key: "ui.live.does", args: { who, what: words } };
}

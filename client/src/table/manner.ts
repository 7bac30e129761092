/** How a game is played: calmly, as a race, or guided by a script. Each is one object. */

import type { Message } from "../lib/i18n";
import { reducedMotion } from "../lib/reducedMotion";
import type { Answer, Link } from "../net/link.svelte";
import type { Choices } from "../net/wire";
import type { Steps } from "../scene/choices";
import { knock } from "./knock";
import { isCounted } from "./winners";

/** How long the end of a game is shown, ms: the last event, then a card that says the game is over. */
export interface Finale {
  last: number;
  card: number;
}

/** A button that a lesson points at: the one that plays the move, another action, or turning a pattern. */
export type Pointed = "" | "do" | "press" | "left" | "right";

export interface Manner {
  /** People race: each of the game's buttons has a place of its own, and advice starts no move. */
  readonly hurried: boolean;
  /** Whether a click acts without confirmation. */
  readonly atOnce: (choices: Choices, steps: Steps) => boolean;
  /** Whether nobody needs to see this refusal. */
  readonly hushes: (reason: Message) => boolean;
  /** Send an action. */
  readonly send: (
    link: Link,
    choices: Choices,
    done: { seat: number; action: number; node: number },
    path: string[],
  ) => Promise<Answer>;
  /** How long a moment is shown before anything else, ms; 0 if nothing may wait. */
  readonly beat: () => number;
  /** How the end of the game is shown; 0 ms leaves the card out. */
  readonly finale: () => Finale;
  /** Which button a lesson points at. */
  readonly points: () => Pointed;
  /** A tap meant nothing legal: the place to shake. */
  readonly refused: (place: string) => void;
  /** Something was moved. */
  readonly moved: () => void;
  /** An action that was sent has been answered: the button that sent it was greyed meanwhile. */
  readonly answered: () => void;
}

/** Everything in turn, without sounds or waits: every other manner says how it differs. */
export const PLAIN: Manner = {
  hurried: false,
  atOnce: () => false,
  hushes: () => false,
  send: (link, _, { seat, action }, path) => link.command({ kind: "act", seat, action, path }),
  beat: () => 0,
  finale: () => ({ last: 0, card: 0 }),
  points: () => "",
  refused: () => undefined,
  moved: () => undefined,
  answered: () => undefined,
};

/** How the page reacts to refusals and answers. */
type OnPage = Pick<Manner, "refused" | "answered">;

const BEAT = 1400;
const SHORT_BEAT = 600;
const FINALE: Finale = { last: 1400, card: 4000 };
const SHORT_FINALE: Finale = { last: 500, card: 2400 };
/** For each item that the card counts, ms; without counting people only read it. */
const COUNT = 900;
const SHORT_COUNT = 400;

/** A calm table: events are shown for a moment, and pieces make sounds. */
export const calm = (link: Link, page: OnPage): Manner => ({
  ...PLAIN,
  ...page,
  moved: knock,
  beat: () => (reducedMotion() ? SHORT_BEAT : BEAT),
  finale: () => {
    const counted = link.table && isCounted(link.table, link.scene);
    const lines = counted ? Math.max(0, ...(link.scene?.standings ?? []).map(({ lines }) => lines.length)) : 0;
    const [usual, count] = reducedMotion() ? [SHORT_FINALE, SHORT_COUNT] : [FINALE, COUNT];
    return { ...usual, card: usual.card + (lines > 1 ? count * lines : 0) };
  },
});

/** In a game of speed nobody needs to hear that the table was already further on; and there are no turns: the usual prompt stays while
nothing can be done. */
const HUSHED: ReadonlySet<string> = new Set(["error.stale", "error.not_your_turn"]);

/** The same for a game of speed: its races send the actions, and the end is shown as usual. */
export const inHurry = ({ refused, finale }: Manner, send: Manner["send"]): Manner => ({
  ...PLAIN,
  refused,
  finale,
  send,
  hurried: true,
  hushes: ({ key }) => HUSHED.has(key),
  /** A call, and a single click during a race, act at once; gathered sets, moves of several steps and calm moments need confirmation as always. */
  atOnce: (choices, steps) => {
    const first = choices.buttons.find((button) => button.id === steps[0]?.click);
    return first?.loud === true || (steps.length === 1 && !choices.asked);
  },
});

/** A guided first game: the script decides what follows. In a game of speed pieces make no sound. */
export const guided = (
  hurried: boolean,
  refused: Manner["refused"],
  points: Manner["points"] = PLAIN.points,
): Manner => ({
  ...PLAIN,
  refused,
  points,
  moved: hurried ? PLAIN.moved : knock,
});

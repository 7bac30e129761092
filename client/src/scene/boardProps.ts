/** What a board takes from its parent, and what it reports. */

import type { Snippet } from "svelte";
import type { Choices, Layout, Motion, Piece, Scene } from "../net/wire";
import type { Steps } from "./choices";
import type { Desk } from "./desk";
import type { Hand } from "./spread";

export interface BoardProps {
  scene: Scene;
  layout: Layout;
  /** The choices of the seat that acts on this screen; null if nothing may be tapped. */
  choices: Choices | null;
  steps: Steps;
  /** The move has been sent and is not answered yet. */
  pending: boolean;
  /** The colour of the seat that acts on this screen. */
  tint: string;
  /** The moves that led to this scene, to be shown moving; `n` grows with each delivery. */
  incoming: { n: number; moves: Motion[][] };
  /** The id of the element under the board that lists what can be done. */
  describedby: string;
  /** What clicking a place or a piece next would do, in words; "" if more clicks must follow. */
  meaning: (id: string) => string;
  /** The place under the mouse that may be clicked next, "" for none. */
  onpoint: (id: string) => void;
  /** When to show the places for an overlay: always, or only on request. */
  shows: boolean;
  /** The places that a line of text names, while it is pointed at. */
  lit?: readonly string[] | undefined;
  /** The motions of that line; the trace of the last move is hidden meanwhile. */
  ways?: readonly Motion[] | null | undefined;
  /** The motions of the next move, dotted, beside those of the alternative. */
  foregone?: readonly Motion[] | null | undefined;
  /** The motions of that alternative. */
  better?: readonly Motion[] | null | undefined;
  /** The places of both, if nothing moves on the board. */
  rings?: Record<"played" | "better", readonly string[]> | null | undefined;
  /** The places where something happened that deserves a look. */
  glow?: readonly string[] | undefined;
  /** Pieces that have just left the board: they stay visible for a moment where they stood. */
  gone?: readonly Piece[] | undefined;
  /** The focus came here by itself: its frame is not shown. */
  quiet?: boolean;
  ontap: (ids: string[], place: string) => void;
  onback: () => void;
  /** Resolves once it is known what may follow the clicks made. */
  known?: () => Promise<void>;
  /** Whether the button that Enter stands for does something now. */
  enters?: boolean;
  /** Turn the overlay by this many positions. */
  onturn: (by: number) => void;
  /** An overlay was slid to this place. */
  onslid: (place: string) => void;
  /** The player may act on a board with places too small for a finger: the loupe helps. */
  onsmall?: () => void;
  /** The board fills an area whose size does not depend on its content. */
  fills?: boolean;
  /** The viewer's seats. */
  own?: readonly number[];
  /** The table is on another screen: the player's hand is large here. */
  hand?: Hand;
  /** Where a pattern laid over the board appears, without complaints about that place; "" for the middle. */
  aim?: string;
  /** Nobody takes anything here: every tray of the game is in sight, and keeps its room from one moment to the next. */
  looks?: boolean;
  /** Its table: the board is oriented the same there and in the replay. */
  table?: string;
  /** A piece put down on a place lies there, and can be carried on from there. */
  loose?: boolean;
  /** The ids that act as soon as they are touched, those pressed but not decided yet, and what to call on a touch. */
  urgent?: {
    ids: ReadonlySet<string>;
    pressed: ReadonlySet<string>;
    press: (id: string, event: PointerEvent) => void;
  } | null;
  /** Its drawing has loaded, or will not load. */
  ondrawn?: () => void;
  /** A drawing over the board, in its units; the second argument is the length of a pixel, the third the free room on each side. */
  over?: Snippet<[Desk, number, number]> | undefined;
  /** A drawing beneath its pieces. */
  under?: Snippet<[Desk, number]> | undefined;
}

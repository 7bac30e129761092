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
  /** What may be done at all is written under the board: its element's id. */
  describedby: string;
  /** What clicking a place or a piece next would do, in words; "" where it only leads on. */
  meaning: (id: string) => string;
  /** The place that the mouse points at, "" where it points at none that may be clicked next. */
  onpoint: (id: string) => void;
  /** When to show the places for an overlay: always, or only on request. */
  shows: boolean;
  /** The places that a line of text names, while it is pointed at. */
  lit?: readonly string[] | undefined;
  /** What moved in that line; the trace of the last move is hidden meanwhile. */
  ways?: readonly Motion[] | null | undefined;
  /** The motions of the next move, dotted, beside those of the alternative. */
  foregone?: readonly Motion[] | null | undefined;
  /** What would move instead. */
  better?: readonly Motion[] | null | undefined;
  /** The places of the two, if nothing moves on the board. */
  rings?: Record<"played" | "better", readonly string[]> | null | undefined;
  /** The places where something happened that deserves a look. */
  glow?: readonly string[] | undefined;
  /** What has just left the board: it is seen where it stood for a beat. */
  gone?: readonly Piece[] | undefined;
  /** The focus came here by itself: its frame is not shown. */
  quiet?: boolean;
  ontap: (ids: string[], place: string) => void;
  onback: () => void;
  /** Once it is known what may follow the clicks made. */
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
  /** The table is on another screen: what is in hand is large here. */
  hand?: Hand;
  /** Where a pattern that is laid over the board appears, and nothing is found fault with there; "" for the middle. */
  aim?: string;
  /** Nothing is taken here: every tray of the game is in sight, and keeps its room from one moment to the next. */
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
  /** Its drawing is there, or does not come. */
  ondrawn?: () => void;
  /** What is drawn over it, in its own units; the second is the length of a pixel, the third how much is free on each side of it. */
  over?: Snippet<[Desk, number, number]> | undefined;
  /** What is drawn beneath its pieces. */
  under?: Snippet<[Desk, number]> | undefined;
}

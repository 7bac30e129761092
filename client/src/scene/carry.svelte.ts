/** Carrying a piece to its place with a finger or the mouse: the same as a tap on the piece and one on the place. */

import type { Choices, Piece } from "../net/wire";
import type { Steps } from "./choices";
import type { Spot } from "./tableLayout";

/** What a board tells of itself at this moment. */
export interface Carried {
  choices: Choices | null;
  steps: Steps;
  pending: boolean;
  /** The ids that may be clicked next. */
  near: ReadonlySet<string>;
  spots: ReadonlyMap<string, Spot>;
  /** The pieces on a place, the topmost first. */
  on: ReadonlyMap<string, readonly Piece[]>;
  /** The length of a pixel in the board's units. */
  pixel: number;
}

interface Drag {
  id: string;
  place: string;
  pointer: number;
  x: number;
  y: number;
  from: readonly [number, number];
  /** It has left its place. */
  gone: boolean;
}

interface Point {
  x: number;
  y: number;
}

/** A finger trembles by so much without carrying anything, px. */
const STILL = 8;
/** How far beside a place a piece may be put down to lie there, of the place's width. */
const BESIDE = 3;

/** The piece of a place that may be carried: one that goes somewhere on the board. */
export function portable({ choices, spots, on, pending }: Carried, place: string): Piece | undefined {
  if (!choices || pending) return undefined;
  const goes = (index: number): boolean => spots.get(choices.nodes[index]!.click)?.panel === null;
  return (on.get(place) ?? []).find(({ id }) => choices.roots.some((index) => choices.nodes[index]!.click === id && (choices.more || choices.nodes[index]!.next.some(goes))));
}

/** The place where a piece put down here may lie: the nearest one, undefined where none is near. */
export function under({ near, spots }: Carried, at: Point): Spot | undefined {
  let found: Spot | undefined;
  let least = Infinity;
  for (const id of near) {
    const spot = spots.get(id);
    if (!spot || spot.panel !== null) continue;
    const far = Math.hypot(spot.x - at.x, spot.y - at.y);
    if (far < least && far <= BESIDE * spot.w) [found, least] = [spot, far];
  }
  return found;
}

export class Carry {
  drag = $state.raw<Drag | null>(null);
  /** Whether the click that the browser makes of a piece put down is still to come: it means nothing. */
  dropped = false;

  constructor(
    readonly look: () => Carried,
    readonly tap: (ids: string[], place: string) => void,
    readonly back: () => void,
    /** Once it is known where the piece may go: that may still be on its way from the server. */
    readonly known: () => Promise<void>,
  ) {}

  down(event: PointerEvent, place: string | undefined, at: Point | null): void {
    if (this.drag) return; // one hand at a time
    this.dropped = false;
    const piece = place !== undefined && at && event.button === 0 ? portable(this.look(), place) : undefined;
    if (piece && at && place !== undefined) this.drag = { id: piece.id, place, pointer: event.pointerId, x: at.x, y: at.y, from: [at.x, at.y], gone: false };
  }

  /** Whether the piece leaves its place just now. */
  move(event: PointerEvent, at: Point | null): boolean {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId || !at) return false;
    const { steps, pixel } = this.look();
    const leaves = !drag.gone && Math.hypot(at.x - drag.from[0], at.y - drag.from[1]) > STILL * pixel;
    if (leaves && steps[0]?.click !== drag.id) this.tap([drag.id, drag.place], drag.place);
    else if (leaves && steps.length > 1) this.back();
    this.drag = { ...drag, x: at.x, y: at.y, gone: drag.gone || leaves };
    return leaves;
  }

  async up(event: PointerEvent): Promise<void> {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId) return;
    if (drag.gone) {
      this.dropped = true;
      setTimeout(() => (this.dropped = false), 0);
      await this.known();
      const spot = this.#known(drag.id) ? under(this.look(), drag) : undefined;
      if (spot) this.tap([spot.id], spot.id);
    }
    if (this.drag?.pointer === drag.pointer) this.drop();
  }

  drop(): void {
    this.drag = null;
  }

  /** Whether it is known where the piece may go. */
  #known(id: string): boolean {
    const { steps, near, spots } = this.look();
    return steps[0]?.click === id && [...near].some((each) => spots.get(each)?.panel === null);
  }
}

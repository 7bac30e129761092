/** Carrying a piece to its place with a finger, a pen or the mouse: the same as a tap on the piece and one on the place. */

import type { Choices, Piece } from "../net/wire";
import { finished, nextNodes, type Steps } from "./choices";
import type { Spot } from "./desk";

/** What a board reports about itself now. */
export interface Carried {
  choices: Choices | null;
  steps: Steps;
  pending: boolean;
  /** The ids that may be clicked next. */
  near: ReadonlySet<string>;
  /** The places where a tap continues the move. */
  goals: ReadonlySet<string>;
  spots: ReadonlyMap<string, Spot>;
  /** The pieces on a place, the topmost first. */
  on: ReadonlyMap<string, readonly Piece[]>;
  /** The length of a pixel in the board's units. */
  pixel: number;
  /** A piece put down on a place stays there, and can be carried on from there. */
  loose: boolean;
  /** Where the pattern of a card in hand lies over the board, "" beside the board; null if none is laid. */
  lies: string | null;
}

interface Point {
  x: number;
  y: number;
}

interface Drag extends Point {
  id: string;
  place: string;
  pointer: number;
  from: Point;
  /** It has left its place. */
  gone: boolean;
  /** It was chosen by being carried. */
  chosen: boolean;
  /** The place where it lay, half moved. */
  lay: string;
}

/** What the board does with a piece that is carried. */
interface Doing {
  tap: (ids: string[], place: string) => void;
  back: () => void;
  /** Resolves once it is known where the piece may go: that may still be on its way from the server. */
  known: () => Promise<void>;
  /** The place that a tap at a point is meant for. */
  find: (at: Point) => Spot | undefined;
  /** A pattern was slid to this place. */
  slid: (place: string) => void;
}

/** A finger may tremble by this much without carrying anything, px. */
const STILL = 8;
/** How far beside a place a piece may be put down to lie there, of the place's width. */
const BESIDE = 3;

/** How many clicks on buttons may come between a piece and its places. */
const BUTTONS = 2;

/** The piece of a place that may be carried: one that leads on to places of the board, or to pieces there, itself or by buttons. */
export function portable({ choices, steps, near, spots, on, pending }: Carried, place: string): Piece | undefined {
  if (!choices || pending) return undefined;
  const lies = new Map([...on].flatMap(([at, pieces]) => pieces.map(({ id }) => [id, at] as const)));
  const goes = (index: number, buttons = BUTTONS): boolean => {
    const { click, next } = choices.nodes[index]!;
    const at = lies.get(click) ?? click;
    return spots.has(at) ? spots.get(at)!.panel === null : buttons > 0 && next.some((each) => goes(each, buttons - 1));
  };
  const leads = (id: string): boolean => {
    const last = steps.at(-1);
    const nodes = near.has(id) ? nextNodes(choices, steps) : last?.click === id ? last.nodes : choices.roots;
    return nodes.some(
      (index) =>
        choices.nodes[index]!.click === id && (choices.more || choices.nodes[index]!.next.some((each) => goes(each))),
    );
  };
  return (on.get(place) ?? []).find(({ id }) => leads(id));
}

/** The place where a piece put down here would lie: the nearest one, undefined if none is near. */
export function under({ near, spots }: Pick<Carried, "near" | "spots">, at: Point): Spot | undefined {
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
  /** Whether the click that the browser makes when a piece is put down is still to come: it means nothing. */
  dropped = false;
  /** The piece was let go, and it is not known yet where it may go. */
  #lifted = false;

  constructor(
    readonly look: () => Carried,
    readonly doing: Doing,
  ) {}

  /** Where the piece in hand would go if it were put down now, "" for nowhere. */
  readonly over = $derived.by(() => {
    const look = this.look();
    const spot = this.drag?.gone && look.lies === null ? this.#under(look, this.drag) : undefined;
    return spot && look.goals.has(spot.id) ? spot.id : "";
  });

  down(event: PointerEvent, place: string | undefined, at: Point | null): void {
    if (this.drag && (this.drag.gone || this.drag.pointer !== event.pointerId)) return; // one hand at a time
    this.drop();
    this.dropped = false;
    const piece = place !== undefined && at && event.button === 0 ? portable(this.look(), place) : undefined;
    if (piece && at && place !== undefined)
      this.drag = {
        id: piece.id,
        place,
        pointer: event.pointerId,
        x: at.x,
        y: at.y,
        from: { x: at.x, y: at.y },
        gone: false,
        chosen: false,
        lay: "",
      };
  }

  /** Whether the piece is just leaving its place. */
  move(event: PointerEvent, at: Point | null): boolean {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId || !at) return false;
    if (this.#lifted) return false;
    if (event.buttons === 0) {
      this.drop(); // its release went unnoticed
      return false;
    }
    if (drag.gone) {
      this.drag = { ...drag, x: at.x, y: at.y };
      return false;
    }
    if (Math.hypot(at.x - drag.from.x, at.y - drag.from.y) <= STILL * this.look().pixel) return false;
    const { choices, steps, loose, lies } = this.look();
    const chosen = !holds(steps, drag.id);
    const again = !chosen && steps.length > 1 && lies === null && (loose || finished(choices!, steps));
    if (chosen) this.doing.tap([drag.id], drag.place);
    else if (again) this.doing.back();
    // Another move is half made; the page asks about it first.
    if (chosen && !loose && !holds(this.look().steps, drag.id)) {
      this.drop();
      return false;
    }
    this.drag = { ...drag, x: at.x, y: at.y, gone: true, chosen, lay: again ? steps.at(-1)!.click : "" };
    return true;
  }

  /** A pointer was lifted somewhere: release whatever it pressed but did not carry. */
  release(event: PointerEvent): void {
    if (this.drag?.pointer === event.pointerId && !this.drag.gone) this.drop();
  }

  async up(event: PointerEvent): Promise<void> {
    if (this.drag?.pointer !== event.pointerId) return;
    const { pointer, gone } = this.drag;
    if (gone) {
      this.dropped = true;
      setTimeout(() => (this.dropped = false), 0);
      this.#lifted = true;
      await this.doing.known();
      if (this.drag?.pointer === pointer) this.#put(this.drag);
    }
    if (this.drag?.pointer === pointer) this.drop();
  }

  drop(): void {
    this.drag = null;
    this.#lifted = false;
  }

  #under(look: Carried, at: Point): Spot | undefined {
    return look.loose ? under(look, at) : this.doing.find(at);
  }

  /** Put it down here: it goes there if it may, else back to where it was. */
  #put(drag: Drag): void {
    const { tap, back, slid } = this.doing;
    const look = this.look();
    if (!holds(look.steps, drag.id)) return;
    if (look.lies) slid(look.lies);
    if (look.lies !== null) return look.lies || !drag.chosen ? undefined : back();
    const spot = this.#under(look, drag);
    if (spot && look.goals.has(spot.id))
      tap([...(look.loose ? [] : (look.on.get(spot.id) ?? []).map(({ id }) => id)), spot.id], spot.id);
    else if (look.loose) return;
    else if (drag.lay) tap([drag.lay], drag.lay);
    else if (spot && spot.panel === null && spot.id !== drag.place)
      tap([spot.id], spot.id); // says why not
    else if (drag.chosen) back();
  }
}

const holds = (steps: Steps, id: string): boolean => steps.some(({ click }) => click === id);

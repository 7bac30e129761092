/** What a mouse, a pen or a finger does on a board: it points at a place, taps it, carries a piece there, slides a pattern, or opens the loupe. */

import { untrack } from "svelte";
import type { BoardProps } from "./boardProps";
import { Carry } from "./carry.svelte";
import { endsOnButton, foreseen } from "./choices";
import type { Spot } from "./desk";
import type { HalfMade } from "./halfMade.svelte";
import { Resting, SMALL, type Aim } from "./loupe";
import type { Lying } from "./lying.svelte";
import { Sheet } from "./overlayDrag.svelte";
import { hit } from "./piecePositions";
import type { Pieces } from "./pieces.svelte";
import { beneath, meant, nearest } from "./reach";

/** How far a finger may miss what it grabs, px. */
const MISS = 14;

export class Pointing {
  /** The place that the mouse is on, the one that has the focus, and the one that had it last. */
  hovered = $state("");
  entered = $state("");
  focused = $state("");
  /** The place that has the focus because it was clicked. */
  clicked = "";
  #pointer = "";
  #grabbed = false;
  readonly sheet: Sheet;
  readonly carry: Carry;
  readonly #resting: Resting<Spot>;

  constructor(
    private readonly of: () => BoardProps,
    private readonly lying: Lying,
    private readonly move: HalfMade,
    private readonly pieces: Pieces,
    private readonly root: () => SVGSVGElement | undefined,
  ) {
    this.sheet = new Sheet(
      () => {
        const { scene, choices, steps, shows, pending, aim = "" } = of();
        const { layout, one } = lying;
        return { scene, layout, choices, steps, near: move.near, shows, pending, aim, one };
      },
      (place) => of().onslid(place),
    );
    this.carry = new Carry(
      () => {
        const { choices, steps, pending, urgent } = of();
        const { near, meaningful: goals, loose } = move;
        return {
          choices: urgent && !loose ? null : choices,
          steps,
          pending,
          near,
          goals,
          spots: lying.desk.spots,
          on: pieces.on,
          pixel: lying.pixel,
          loose,
          lies: this.glass ? (this.sheet.beside ? "" : this.glass.here.id) : null,
        };
      },
      {
        tap: (ids, place) => of().ontap(ids, place),
        back: () => of().onback(),
        known: () => of().known?.() ?? Promise.resolve(),
        find: (at) => this.#found(at),
        slid: (place) => of().onslid(place),
      },
    );
    this.#resting = new Resting<Spot>(
      () => {
        const { drag } = this.carry;
        return of().urgent || this.glass || (move.loose ? drag : drag?.gone) || !this.#small ? undefined : root();
      },
      (x, y) => this.#aimAt(x, y),
      (spot) => this.#choose(spot, true),
      () => this.carry.drop(),
    );
    // The next pattern starts afresh, wherever the last one was slid to.
    $effect(() => {
      if (of().steps.length === 0) this.sheet.slid = "";
    });
    $effect(() => of().onpoint(of().steps.length > 0 && move.near.has(this.pointed) ? this.pointed : ""));
    const fingers = matchMedia("(any-pointer: coarse)").matches;
    $effect(() => {
      if (fingers && of().choices && !of().urgent && !this.glass && lying.width > 0 && this.#small)
        untrack(() => of().onsmall?.());
    });
    $effect(() => {
      const board = root();
      return board && this.#resting.hold(board, () => this.carry.drag !== null);
    });
  }

  /** The pattern laid over the board. A button that does something else with the card lays nothing. */
  readonly glass = $derived.by(() => (endsOnButton(this.of().choices, this.of().steps) ? null : this.sheet.lying));
  /** The piece that is carried; over the board, the pattern of a card goes with the hand instead. */
  readonly inHand = $derived.by(() =>
    this.carry.drag?.gone && (!this.glass || this.sheet.beside) ? this.carry.drag : null,
  );
  /** The place under the mouse, or under the piece that is carried. */
  readonly pointed = $derived.by(() => (this.carry.drag?.gone ? this.carry.over : this.hovered));
  /** The path of the move to the place under the mouse, else to the one with the keyboard focus. */
  readonly ahead = $derived.by(() => {
    const { choices, steps } = this.of();
    const { near, far, reopened } = this.move;
    const aimed = this.pointed || this.entered;
    return choices && (near.has(aimed) || far.has(aimed))
      ? foreseen(choices, near.has(aimed) ? reopened : steps, aimed)
      : [];
  });
  /** Places are small for a finger. */
  get #small(): boolean {
    return this.lying.one / this.lying.pixel < SMALL;
  }

  spotOf(event: Event): Spot | undefined {
    const element = event.target instanceof Element ? event.target.closest("[data-spot]") : null;
    return this.lying.desk.spots.get(element?.getAttribute("data-spot") ?? "");
  }

  #pointAt(event: MouseEvent): DOMPoint | null {
    const matrix = this.root()?.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
  }

  /** What a finger at this point of the screen means, and its position; null beyond the board. */
  #aimAt(x: number, y: number): Aim<Spot> | null {
    const [root, element] = [this.root(), document.elementFromPoint(x, y)];
    const matrix = root?.getScreenCTM();
    if (!matrix || !element || !root?.contains(element)) return null;
    const { desk, one, pixel } = this.lying;
    const at = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const spot =
      desk.spots.get(element.closest("[data-spot]")?.getAttribute("data-spot") ?? "") ??
      nearest(desk.spots, at.x, at.y, this.move.meaningful, one);
    if (!spot) return null;
    const lies = new DOMPoint(spot.x, spot.y).matrixTransform(matrix);
    return { spot, x: lies.x, y: lies.y, w: spot.w / pixel };
  }

  /** What a tap there means, on this place or between places. */
  #meantBy(touched: Spot | undefined, { x, y }: { x: number; y: number }): Spot | undefined {
    const { desk, one, pixel } = this.lying;
    const { meaningful } = this.move;
    // A tap between two places counts for the nearest one. In a hurry the place itself has to be hit.
    if (!touched) return this.of().urgent ? undefined : nearest(desk.spots, x, y, meaningful, one);
    const below = meaningful.has(touched.id) ? undefined : beneath(desk.spots, touched, x, y, meaningful);
    if (below && meaningful.has(below.id)) return below;
    return this.#pointer === "touch" ? meant(desk.spots, touched, x, y, meaningful, pixel) : touched;
  }

  /** The place beneath the carried piece, as a tap there would mean it. */
  #found(at: { x: number; y: number }): Spot | undefined {
    const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(this.root()?.getScreenCTM() ?? undefined);
    const aim = this.#aimAt(x, y);
    return aim ? this.#meantBy(aim.spot, at) : undefined;
  }

  /** On a place, or between places: a pointer goes down, moves from place to place, is lifted. */
  down(event: PointerEvent): void {
    const { urgent } = this.of();
    const { desk, pixel } = this.lying;
    this.#pointer = event.pointerType;
    const at = this.#pointAt(event);
    const grabs = urgent && at ? this.pieces.shown.filter(({ piece }) => urgent.ids.has(piece.id)) : [];
    const places = new Map(grabs.map(({ piece }) => [this.pieces.standing(piece), piece.id]));
    const miss = this.#pointer === "mouse" ? 0 : MISS * pixel;
    const spot = at ? hit(desk.spots, places.keys(), at.x, at.y, miss) : undefined;
    this.#grabbed = spot !== undefined;
    if (spot) urgent?.press(places.get(spot.id)!, event);
    else {
      this.carry.down(event, this.spotOf(event)?.id, at);
      this.sheet.down(event, at);
      this.#resting.down(event);
    }
  }

  slide(event: PointerEvent): void {
    this.sheet.move(event, this.#pointAt(event));
  }

  hover(event: PointerEvent): void {
    this.hovered = event.pointerType === "mouse" ? (this.spotOf(event)?.id ?? "") : "";
    this.slideTo(this.lying.desk.spots.get(this.hovered));
  }

  click(event: MouseEvent): void {
    const at = event.detail > 0 ? this.#pointAt(event) : null;
    const spot = at ? this.#meantBy(this.spotOf(event), at) : this.spotOf(event);
    if (!spot || this.#grabbed || this.carry.dropped || this.sheet.swallows() || this.#resting.swallows(event)) return;
    this.slideTo(spot);
    this.#choose(spot, at !== null);
  }

  /** A pattern that is laid over the board goes to this place of it. */
  slideTo(spot: Spot | undefined): void {
    if (spot?.panel === null) this.sheet.slid = spot.id;
  }

  /** The possible targets of a click on a place: the pieces there, the topmost first, then the place. */
  clicks(spot: Spot): string[] {
    return [...(this.pieces.on.get(spot.id) ?? []).map((piece) => piece.id), spot.id];
  }

  #choose(spot: Spot, pointed: boolean): void {
    this.focused = spot.id;
    this.clicked = pointed ? spot.id : "";
    this.of().ontap(this.clicks(spot), spot.id);
  }

  /** Anywhere on the board. A piece follows the hand; for a card, its pattern does, over the board. */
  moved(event: PointerEvent): void {
    this.#resting.move(event);
    if (!this.carry.drag) return;
    const at = this.#pointAt(event);
    if (this.carry.move(event, at)) {
      this.#resting.leave();
      this.root()?.setPointerCapture?.(event.pointerId);
    }
    if (at && this.carry.drag?.gone && this.glass) this.sheet.carry(at, this.#pointer === "touch");
  }

  lifted(event: PointerEvent): void {
    this.#resting.up(event);
    void this.carry.up(event).then(() => (this.sheet.beside = false));
  }

  /** The browser takes it for something else, such as scrolling. */
  cancelled(): void {
    this.#resting.leave();
    this.carry.drop();
    this.sheet.beside = false;
  }
}

/** The pieces of a board: where each is drawn and how it looks, how they go from one scene to the next, and how one that is refused shakes. */

import { tick, untrack } from "svelte";
import type { Piece } from "../net/wire";
import { animate, displaced, type Shown, type Then } from "./animate";
import type { BoardProps } from "./boardProps";
import { offers } from "./choices";
import type { Spot } from "./desk";
import { between } from "./folding";
import type { HalfMade } from "./halfMade.svelte";
import type { Lying } from "./lying.svelte";
import { heaped, lineUp } from "./piecePositions";

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
/** The most moves that are animated. */
const SHOWN = 4;
/** How long a refused piece shakes, and how long its place is marked, ms. */
const SHAKES_MS = 320;
const MARKED_MS = 900;

export class Pieces {
  /** The faces that pieces keep until they have turned over. */
  readonly held = $state<Record<string, string>>({});
  /** A place without a piece and without a possible click. */
  refused = $state.raw<Spot | null>(null);
  /** The pieces that moved last. */
  #movers = $state.raw<ReadonlySet<string>>(new Set());
  /** The screen before the present scene. */
  #before: Then | null = null;
  #animatedTo = 0;
  #forget: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly of: () => BoardProps,
    private readonly lying: Lying,
    private readonly move: HalfMade,
    private readonly root: () => SVGSVGElement | undefined,
  ) {
    $effect.pre(() => {
      const { n, moves } = of().incoming;
      untrack(() => {
        if (n === this.#animatedTo) return;
        this.#animatedTo = n;
        if (this.#before) this.#animate(moves.slice(-SHOWN), this.#before);
      });
    });
    $effect(() => {
      const { firstPiece, carriedTo, marker } = move;
      const at = this.shown.map(
        ({ piece, x, y, size }) =>
          [piece.id, { place: this.standing(piece), x, y, w: size, face: piece.face }] as const,
      );
      this.#before = { at: new Map(at), moved: firstPiece && carriedTo ? [firstPiece.id, marker?.id] : [] };
    });
  }

  /** Where a piece is shown, a half-made move included. */
  standing(piece: Piece): string {
    const { firstPiece, carriedTo, marker } = this.move;
    if (piece.id === firstPiece?.id) return carriedTo ?? piece.place;
    return piece === marker ? firstPiece!.place : piece.place;
  }

  #look({ id }: Piece): Shown["state"] {
    const { choices, steps, pending, urgent } = this.of();
    const { firstPiece, chosen, near } = this.move;
    if (urgent?.pressed.has(id)) return "pending";
    if (id === firstPiece?.id || chosen?.has(id)) return pending ? "pending" : "tapped";
    return choices && near.has(id) && offers(choices, steps, id) && !urgent?.ids.has(id) ? "lifted" : "";
  }

  readonly #stand = $derived.by(() => ({
    spots: this.lying.desk.spots,
    at: (piece: Piece) => this.standing(piece),
    carried: this.move.firstPiece,
    carriedTo: this.move.carriedTo,
    state: (piece: Piece) => this.#look(piece),
    moved: this.#movers,
  }));
  readonly shown = $derived.by(() => lineUp(this.of().scene.pieces, this.#stand));
  readonly heaps = $derived.by(() => heaped(this.of().scene.pieces, this.#stand));
  /** The pieces on a place, the topmost first; one that a half-made move carries is where it came from, too. */
  readonly on = $derived.by(() => {
    const map = new Map<string, Piece[]>();
    for (const { piece } of this.shown) {
      const at = piece.id === this.move.firstPiece?.id ? [this.standing(piece), piece.place] : [this.standing(piece)];
      for (const id of new Set(at)) map.set(id, [piece, ...(map.get(id) ?? [])]);
    }
    return map;
  });

  #animate(moves: BoardProps["incoming"]["moves"], then: Then): void {
    this.#movers = displaced(moves, then, this.shown);
    const hold = (id: string, face: string, ms: number): void => {
      this.held[id] = face;
      setTimeout(() => delete this.held[id], ms);
    };
    void tick().then(() => {
      const [root, { desk, links, one }] = [this.root(), this.lying];
      if (root)
        animate(root, moves, then, this.shown, desk.spots, still(), hold, (from, to) => between(from, to, links, one));
    });
  }

  /** Shake the pieces on a place, once. */
  shake(place: string): void {
    const [root, spot] = [this.root(), this.lying.desk.spots.get(place)];
    if (!spot || !root) return;
    const d = spot.w * 0.08;
    const shakes = [0, -d, d, -d, d * 0.6, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    const frames = still() ? [{ opacity: 0.4 }, { opacity: 1 }] : shakes;
    const piece = this.on.get(place)?.[0];
    if (!piece) this.refused = spot;
    const target = piece ? `[data-piece="${CSS.escape(piece.id)}"] .rise` : ".refused";
    void tick().then(() => root.querySelector(target)?.animate(frames, { duration: SHAKES_MS, easing: "ease-out" }));
    clearTimeout(this.#forget);
    this.#forget = setTimeout(() => (this.refused = null), MARKED_MS);
  }
}

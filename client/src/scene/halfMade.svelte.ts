/** The half-made move of a board: what has been chosen, what may be clicked next, and where its piece is shown. */

import type { Piece } from "../net/wire";
import type { BoardProps } from "./boardProps";
import { back, effectsOf, fartherClicks, finished, laying, nextClicks, trail } from "./choices";
import type { Desk } from "./desk";

const NOTHING: ReadonlySet<string> = new Set();

export class HalfMade {
  constructor(
    private readonly of: () => BoardProps,
    private readonly desk: () => Desk,
  ) {}

  /** The choices, unless a move has been sent and is not answered yet. */
  readonly open = $derived.by(() => (this.of().pending ? null : this.of().choices));
  /** The things that one click chooses and another drops again. */
  readonly toggles = $derived.by(
    () => new Set(this.of().choices?.nodes.flatMap(({ chosen, click }) => (chosen ? [click] : []))),
  );
  /** A pattern laid over the board by the half-made move. */
  readonly over = $derived.by(() => {
    const { choices, steps } = this.of();
    return choices ? laying(choices, steps) : null;
  });
  /** A piece put down on a place lies there, as while pieces are set up. */
  readonly loose = $derived.by(() => (this.of().loose ?? false) || (this.of().choices?.setup ?? false));
  /** The clicks made; while pieces are set up, the last place may be chosen again. */
  readonly reopened = $derived.by(() => {
    const { choices, steps } = this.of();
    return this.loose && choices && steps.length > 1 && finished(choices, steps) ? back(steps) : steps;
  });
  /** The ids that may be clicked next, and those that more than one click would reach. */
  readonly near = $derived.by(() =>
    this.open && (!this.over || this.of().shows) ? nextClicks(this.open, this.reopened) : NOTHING,
  );
  readonly far = $derived.by(() =>
    this.open && this.of().steps.length > 0 && !this.over ? fartherClicks(this.open, this.of().steps) : NOTHING,
  );
  /** The places where a click leads on. */
  readonly meaningful = $derived.by(
    () =>
      new Set(
        [...this.near, ...this.far].flatMap((id) =>
          this.desk().spots.has(id)
            ? [id]
            : this.of()
                .scene.pieces.filter((piece) => piece.id === id)
                .map(({ place }) => place),
        ),
      ),
  );
  /** The things that the half-made move has chosen, if they are not simply the ones that were tapped. */
  readonly chosen = $derived.by(() => {
    const { choices, steps } = this.of();
    const found = steps
      .at(-1)
      ?.nodes.map((index) => choices?.nodes[index]?.chosen)
      .find((ids) => ids);
    return found ? new Set(found) : null;
  });
  readonly firstPiece = $derived.by((): Piece | undefined => {
    const { scene, steps } = this.of();
    return this.chosen ? undefined : scene.pieces.find((piece) => piece.id === steps[0]?.click);
  });
  /** Where the piece of a half-made move is shown; a piece whose pattern lies over the board stays where it is. */
  readonly carriedTo = $derived.by(() =>
    this.firstPiece && !this.over
      ? (this.of().steps.findLast(({ click }) => this.desk().spots.has(click))?.click ?? null)
      : null,
  );
  /** The piece that stands where the half-made move began, until it is done. */
  readonly marker = $derived.by(() => {
    const { scene, choices, steps } = this.of();
    const { firstPiece, carriedTo } = this;
    if (!choices?.marker || !firstPiece || !carriedTo || carriedTo === firstPiece.place) return undefined;
    const marks = steps.at(-1)!.nodes.some((index) => choices.nodes[index]?.leaves_marker);
    return marks ? scene.pieces.find((piece) => piece.id === choices.marker) : undefined;
  });
  /** The places on its path. */
  readonly path = $derived.by(() => {
    const { choices, steps } = this.of();
    return choices ? trail(choices, steps) : [];
  });
  /** What places do to the piece in hand. */
  readonly effects = $derived.by(() => (this.open ? effectsOf(this.open, this.of().steps) : []));
}

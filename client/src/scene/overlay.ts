/** A pattern laid over the board: the places of its tokens, the pieces below them, and the place nearest to a finger. */

import type { Layout, Message, Overlay, Piece, Place, Token } from "../net/wire";

/** A token of the pattern over the board: `on` is the place beneath it, null off the board. */
export interface Laid {
  token: Token;
  x: number;
  y: number;
  on: Place | null;
  /** `match`: the same lies there; `free`: nothing does; `clash`: something else does, or it is off the board. */
  is: "match" | "free" | "clash";
}

const same = (one: Message, other: Message): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The place of the board with this centre; null if there is none. */
export function placeAt(layout: Layout, x: number, y: number): Place | null {
  return layout.places.find((place) => Math.hypot(place.x - x, place.y - y) < 0.3 * place.w) ?? null;
}

/** The tokens of a pattern laid on a place. A token matches a piece that is called the same. */
export function lay(
  layout: Layout,
  pattern: readonly Token[],
  overlay: Overlay,
  place: Place,
  pieces: ReadonlyMap<string, Piece>,
): Laid[] {
  return pattern.map((token, i) => {
    const [dx, dy] = overlay.offsets[i] ?? [0, 0];
    const [x, y] = [place.x + dx, place.y + dy];
    const on = placeAt(layout, x, y);
    const piece = on ? pieces.get(on.id) : undefined;
    const is = !on ? "clash" : !piece ? "free" : same(piece.label, token.label) ? "match" : "clash";
    return { token, x, y, on, is };
  });
}

/** Those of the places where a dot hides no token of a pattern. `one` is the usual size of a place. */
export const uncovered = (
  near: ReadonlySet<string>,
  tokens: readonly Laid[],
  spots: ReadonlyMap<string, { x: number; y: number }>,
  one: number,
): Set<string> =>
  new Set(
    [...near].filter((id) => {
      const { x, y } = spots.get(id) ?? { x: 0, y: 0 };
      return !tokens.some((token) => Math.hypot(x - token.x, y - token.y) < one / 2);
    }),
  );

/** The place of the board nearest to a point: one of `wished` if one lies within three quarters of its width. */
export function nearest(layout: Layout, x: number, y: number, wished: ReadonlySet<string>): Place | null {
  const far = (place: Place): number => Math.hypot(place.x - x, place.y - y);
  const best = (places: readonly Place[]): Place | null =>
    places.reduce<Place | null>((found, place) => (found && far(found) <= far(place) ? found : place), null);
  const wish = best(layout.places.filter((place) => wished.has(place.id)));
  return wish && far(wish) < 0.75 * wish.w ? wish : best(layout.places);
}

/** The place where a pattern appears: the one wished for that is nearest to the middle of the board, else the middle. */
export function middle(layout: Layout, wished: ReadonlySet<string>): Place | null {
  const places = layout.places.filter((place) => wished.has(place.id));
  return nearest(
    { ...layout, places: places.length > 0 ? places : layout.places },
    layout.width / 2,
    layout.height / 2,
    new Set(),
  );
}

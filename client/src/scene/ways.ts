/** Motions, as paths over the board. */

import type { Motion } from "../net/wire";
import type { Spot } from "./desk";

/** A path: the piece that took it, and the places that it visited, in order. */
export interface Way {
  piece: string;
  stops: Spot[];
}

/** Does a piece go from one of these places of the board to another? */
export const draws = (motions: readonly Motion[], board: ReadonlySet<string>): boolean =>
  drawn(motions, new Map([...board].map((id) => [id, { id, panel: null } as Spot]))).length > 0;

/**
 * The ways of pieces on the board itself. Successive motions of a piece are one way. A piece from beside the board has none, nor has one
 * that ends where it began or only marks a place.
 */
export function drawn(motions: readonly Motion[], spots: ReadonlyMap<string, Spot>): Way[] {
  const found: Way[] = [];
  const first = new Map<string, string | undefined>();
  const back = new Set<string>();
  for (const { piece, path } of motions) {
    if (!first.has(piece)) first.set(piece, path[0]);
    if (path.at(-1) === first.get(piece)) back.add(piece);
    else back.delete(piece);
  }
  for (const { piece, path } of motions) {
    if (back.has(piece)) continue;
    const stops = path.map((id) => spots.get(id)).filter((spot): spot is Spot => spot?.panel === null);
    const last = found.at(-1);
    const rest = stops.filter(
      (spot, i) => spot.id !== (i > 0 ? stops[i - 1]!.id : last?.piece === piece ? last.stops.at(-1)?.id : ""),
    );
    if (last?.piece === piece && stops[0]?.id === last.stops.at(-1)?.id) last.stops.push(...rest);
    else found.push({ piece, stops: rest });
  }
  return found.filter(({ stops }) => stops.length > 1);
}

/** What moved, as ways over the board. */

import type { Motion } from "../net/wire";
import type { Spot } from "./tableLayout";

/** A way: which piece went it, and the places where it was, in their order. */
export interface Way {
  piece: string;
  stops: Spot[];
}

/** The ways on the board itself, where a piece came from one place to another; motions of a piece that follow one another are one way. What comes from beside the board is simply there. */
export function drawn(motions: readonly Motion[], spots: ReadonlyMap<string, Spot>): Way[] {
  const found: Way[] = [];
  for (const { piece, path } of motions) {
    const stops = path.map((id) => spots.get(id)).filter((spot): spot is Spot => spot?.panel === null);
    const last = found.at(-1);
    const rest = stops.filter((spot, i) => spot.id !== (i > 0 ? stops[i - 1]!.id : last?.piece === piece ? last.stops.at(-1)?.id : ""));
    if (last?.piece === piece && stops[0]?.id === last.stops.at(-1)?.id) last.stops.push(...rest);
    else found.push({ piece, stops: rest });
  }
  return found.filter(({ stops }) => stops.length > 1);
}

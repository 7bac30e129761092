/** The scenes of a whole game, made of the first one and what each move changed. */

import type { Change } from "../lib/replay";
import { completed } from "../net/defaults";
import type { Piece, Scene } from "../net/wire";

/** A scene as the server sent it: what is as usual is left out. */
type Sent = Record<string, unknown> & { pieces: Piece[] };

/** The scene after a change. */
export function changed(before: Sent, change: Change): Sent {
  const { pieces = [], gone = [], order, ...fields } = change;
  const after: Sent = { ...before };
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) delete after[name];
    else after[name] = value;
  }
  if (pieces.length === 0 && gone.length === 0 && !order) return after;
  const found = new Map(before.pieces.filter(({ id }) => !gone.includes(id)).map((piece) => [piece.id, piece]));
  for (const piece of pieces) found.set(piece.id, piece);
  after.pieces = order ? order.map((id) => found.get(id)!) : [...found.values()];
  return after;
}

/** Every scene of a game, each made when it is first wanted. */
export class Scenes {
  #sent: Sent[];
  #whole: Scene[] = [];

  constructor(
    first: Scene,
    readonly changes: readonly Change[],
  ) {
    this.#sent = [first as unknown as Sent];
  }

  /** The scene after so many moves. */
  at(move: number): Scene {
    while (this.#sent.length <= move) this.#sent.push(changed(this.#sent.at(-1)!, this.changes[this.#sent.length - 1]!));
    return (this.#whole[move] ??= completed<Scene>("Scene", this.#sent[move]!));
  }
}

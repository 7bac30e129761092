/** The secrets that are open on this screen. A screen that several people share shows nothing unless asked. */

import type { Piece, Scene } from "../net/wire";

/** The scene as it may be shown while only these seats look: other players' secrets are covered or left out. */
export function veiled(scene: Scene, looking: ReadonlySet<number>): Scene {
  const open = (piece: Piece): boolean => piece.cover == null || looking.has(piece.seat);
  if (scene.pieces.every(open)) return scene;
  const pieces = scene.pieces.filter((piece) => open(piece) || piece.cover !== "");
  return {
    ...scene,
    pieces: pieces.map((piece) =>
      open(piece) ? piece : { ...piece, face: piece.cover!, mark: "", tint: "none", label: { key: "ui.secret" } },
    ),
  };
}

/** The seats that look at first: one that has the screen to itself. */
export function atFirst(seats: readonly number[]): Set<number> {
  return new Set(seats.length === 1 ? seats : []);
}

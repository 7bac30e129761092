/** The drawings of a board and of its pieces, as they load. */

import * as art from "./art";
import type { BoardProps } from "./boardProps";

/** How long to wait for drawings, ms. */
const DRAWINGS_MS = 2500;

export class Drawings {
  picture = $state<string | null>(null);
  sprites = $state.raw<art.Sprites>({ markup: "", ids: new Set() });
  /** They have loaded, or will not load. Until then the page shows nothing that people could mistake for the board, or play on. */
  drawn = $state(false);

  constructor(of: () => Pick<BoardProps, "scene" | "layout">) {
    $effect(() => {
      const { game } = of().scene;
      const { id, width, height } = of().layout;
      let stale = false;
      const got = Promise.all([art.board(game, id, width, height), art.sprites(game)]);
      got
        .then(([markup, symbols]) => {
          if (stale) return;
          this.picture = markup;
          this.sprites = symbols;
          this.drawn = true;
        })
        .catch(() => (this.drawn = true));
      const enough = setTimeout(() => (this.drawn = true), DRAWINGS_MS);
      return () => {
        stale = true;
        clearTimeout(enough);
      };
    });
  }
}

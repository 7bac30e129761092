/** The drawings of a board and of its pieces, as they come. */

import * as art from "./art";
import type { BoardProps } from "./boardProps";

/** How long drawings are waited for, ms. */
const DRAWINGS_MS = 2500;

export class Drawings {
  picture = $state<string | null>(null);
  sprites = $state.raw<art.Sprites>({ markup: "", ids: new Set() });
  /** They are there, or do not come. Until then nothing is shown that could be mistaken for the board, or played on. */
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

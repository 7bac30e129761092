/** The scenes of a whole game, made of the first one and what each move changed. */

import { changed, type SceneChange, type Sent } from "../net/changes";
import { completed } from "../net/defaults";
import type { Scene } from "../net/wire";

/** Every scene of a game, each made when it is first wanted. */
export class Scenes {
  #sent: Sent[];
  #whole: Scene[] = [];

  constructor(
    first: Scene,
    readonly changes: readonly SceneChange[],
  ) {
    this.#sent = [first as unknown as Sent];
  }

  /** The scene after this many moves. */
  at(move: number): Scene {
    while (this.#sent.length <= move)
      this.#sent.push(changed(this.#sent.at(-1)!, this.changes[this.#sent.length - 1]!));
    return (this.#whole[move] ??= completed<Scene>("Scene", this.#sent[move]!));
  }
}

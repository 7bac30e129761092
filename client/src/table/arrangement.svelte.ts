/** How a table's page is laid out on this screen: what stands beside the board, and what beneath it. */

import { isLow, isPhone, isSideways, pageSize } from "../lib/screen";
import type { Layout } from "../net/wire";
import { liesDown } from "../scene/desk";
import { KeptRoom } from "./keptRoom.svelte";
import type { TableStore } from "./tableStore.svelte";
import { calledOff } from "./winners";

/** From this ratio of height to width a board is tall. */
const TALL = 1.15;

export class Arrangement {
  /** At the end the board keeps its size and place, and the result scrolls. */
  readonly room = new KeptRoom(() => this.store.table?.phase === "playing" && this.store.play.at === null);
  /** What is still to be placed has stood beside the board. */
  #stocked = $state(false);

  constructor(
    private readonly store: TableStore,
    private readonly size: () => readonly [width: number, height: number] = pageSize,
  ) {
    $effect(() => this.follow());
  }

  /** Keep the room of what has stood beside the board. */
  follow(): void {
    if (this.stocking) this.#stocked = true;
  }

  get #layout(): Layout | null {
    return this.store.play.link.layout;
  }
  /** Who sits at this screen has a board of their own before them, and nobody hurries. */
  get #plain(): boolean {
    return !this.store.live.on && this.store.view === "own" && this.#layout?.turns === false;
  }

  /** What one plays with and what is told stand side by side. */
  readonly wide = $derived.by(() => !isPhone(...this.size()));
  /** On a phone held sideways the goal stands where there is room, beneath who sits where. */
  readonly aside = $derived.by(() => !this.store.live.on && isSideways(...this.size()));
  /** Nothing lies beside the board: it is as large as a phone allows, and what stands beside it has what it leaves. */
  readonly bare = $derived.by(
    () =>
      !this.wide &&
      this.#plain &&
      this.#layout?.trays === "below" &&
      (this.store.scene?.panels.every(({ passing }) => passing) ?? false),
  );
  /** What is still to be placed stands beside it. */
  readonly stocking = $derived.by(
    () => this.bare && (this.store.scene?.panels.some(({ passing }) => passing) ?? false),
  );
  /** It has stood there: its room stays. */
  readonly stocked = $derived.by(() => this.bare && (this.#stocked || this.stocking));
  /** How wide the board lies, of its height. */
  readonly ratio = $derived.by(() => {
    const layout = this.#layout;
    if (!layout) return null;
    return liesDown(layout, this.size()) ? layout.height / layout.width : layout.width / layout.height;
  });
  /** Such a board is wide: on a low phone it has the goal's room too. The goal stands beneath it until one has moved, and then while another moves. */
  readonly low = $derived.by(() => this.bare && !this.aside && isLow(this.size()[1]));
  /** A board higher than it is wide has the whole height of a wide screen; what is said and pressed stands beside it. */
  readonly tall = $derived.by(
    () => this.wide && this.#plain && this.#layout !== null && this.#layout.height > this.#layout.width * TALL,
  );
  /** The board stands above what is said and pressed, and keeps the height that it had before the game was over. */
  readonly held = $derived.by(
    () => !this.tall && !isSideways(...this.size()) && this.store.table?.phase === "over" && this.room.high > 0,
  );
  /** The line beneath the board has room: on a phone held sideways a ranking of three and more takes it. */
  readonly lined = $derived.by(() => {
    const { play, table } = this.store;
    return !(
      this.aside &&
      table !== null &&
      play.over &&
      play.at === null &&
      table.chairs.length > 2 &&
      !calledOff(table)
    );
  });
  /** On a phone what one may do beside playing lies in a drawer: it is in the menu as well. */
  readonly acting = $derived.by(
    () =>
      !this.wide &&
      !this.store.flat &&
      this.store.view !== "shared" &&
      this.store.table?.phase === "playing" &&
      this.store.table.chairs.some(({ yours, resigned }) => yours && !resigned),
  );
  /** On a phone the drawer opens from the top while people race, so that a finger that misses a card opens nothing. */
  readonly draws = $derived.by(
    () =>
      !this.wide && !this.store.flat && this.store.live.on && this.store.view !== "shared" && this.store.scene !== null,
  );
}

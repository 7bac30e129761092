/** How a table's page is laid out on this screen: what stands beside the board, and what beneath it. */

import { context } from "../lib/context";
import { isLow, isPhone, isSideways, pageSize } from "../lib/screen";
import type { Layout } from "../net/wire";
import { liesDown } from "../scene/desk";
import { KeptRoom } from "./keptRoom.svelte";
import type { TableStore } from "./tableStore.svelte";
import type { Waiting } from "./waiting.svelte";
import { calledOff } from "./winners";

/** From this ratio of height to width a board is tall. */
const TALL = 1.15;

/** What the parts of a page ask of how it is laid out. */
export interface Arranged {
  readonly wide: boolean;
  readonly tall: boolean;
  readonly held: boolean;
  readonly hurried: boolean;
  readonly shared: boolean;
  readonly hands: boolean;
  readonly over: boolean;
  readonly stocked: boolean;
  readonly stocking: boolean;
  readonly parted: boolean;
}
/** Replays and guided games have no table's page around them. */
const ALONE: Arranged = {
  wide: false,
  tall: false,
  held: false,
  hurried: false,
  shared: false,
  hands: false,
  over: false,
  stocked: false,
  stocking: false,
  parted: false,
};
const [here, setArrangement] = context<Arranged>();
export { setArrangement };
/** How the page around this part is laid out. */
export const useArrangement = (): Arranged => here() ?? ALONE;

export class Arrangement implements Arranged {
  /** At the end the board keeps its size and place, and the result scrolls. */
  readonly room = new KeptRoom(() => this.store.table?.phase === "playing" && this.store.play.at === null);
  /** On a phone: the drawer with the moves, the choices and what people say is open. */
  drawer = $state(false);
  /** Which of them is shown. */
  panel = $state<"moves" | "choices" | "chat">("moves");
  /** How high what is said and pressed stands, how much of that what is said, and how high what the table tells beneath who sits where, px. */
  footed = $state(0);
  said = $state(0);
  told = $state(0);
  /** What is still to be placed has stood beside the board. */
  #stocked = $state(false);

  constructor(
    private readonly store: TableStore,
    private readonly waiting: Pick<Waiting, "apart">,
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

  /** People race. */
  readonly hurried = $derived.by(() => this.store.live.on);
  /** The screen is everybody's. */
  readonly shared = $derived.by(() => this.store.scene !== null && this.store.view === "shared");
  /** The screen is a hand of somebody who races. */
  readonly hands = $derived.by(() => this.hurried && this.store.view === "hand");
  readonly over = $derived.by(() => this.store.play.over);
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

  // -- what people ask of each other -----------------------------------------------------------------------------------

  /** A game is shown: what it is about has been read. */
  readonly shows = $derived.by(() => this.store.scene !== null && this.#layout !== null && !this.store.brief);
  /** It lies in a sheet over the foot of the board. */
  readonly sheet = $derived.by(() => !this.wide && !this.hurried && this.store.view !== "shared");
  /** In a hurry nothing may move under a hand: it lies over the rim of the board. */
  readonly brisk = $derived.by(() => this.hurried && (!this.wide || this.store.flat || this.store.view === "shared"));
  /** What is this screen's to cover has its buttons beneath the board. */
  readonly covers = $derived.by(() => this.lined && this.store.secret.length > 0);
  /** On a phone somebody has a row of their own beneath those who sit in one: at most three. */
  readonly parted = $derived.by(() => {
    const { size } = this.waiting.apart;
    const sitting = (this.store.table?.chairs.length ?? 0) - size;
    return size > 0 && sitting <= 3 && !this.wide && !this.hurried && !this.low;
  });
}

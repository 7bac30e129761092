/** The layout of a table's page on this screen: what is beside the board, and what is below it. */

import { fromStore } from "svelte/store";
import { context } from "../lib/context";
import { people } from "../lib/forHouse";
import { childAt } from "../lib/household";
import { isLow, isPhone, isSideways, pageSize } from "../lib/screen";
import type { Layout } from "../net/wire";
import { liesDown } from "../scene/desk";
import { KeptRoom } from "./keptRoom.svelte";
import type { TableStore } from "./tableStore.svelte";
import type { Waiting } from "./waiting.svelte";
import { calledOff } from "./winners";

/** From this ratio of height to width a board is tall. */
const TALL = 1.15;

const house = fromStore(people);

/** What the parts of a page need to know about its layout. */
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
  /** A child of the household plays here: few words, and large ones. */
  readonly simple: boolean;
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
  simple: false,
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
  /** Heights in px: of prompt and buttons, of the prompt alone, and of the table's messages below the seats. */
  footed = $state(0);
  said = $state(0);
  told = $state(0);
  /** Pieces still to be placed have stood beside the board. */
  #stocked = $state(false);

  constructor(
    private readonly store: TableStore,
    private readonly waiting: Pick<Waiting, "apart">,
    private readonly size: () => readonly [width: number, height: number] = pageSize,
  ) {
    $effect(() => this.follow());
  }

  /** Reserve the room of the pieces that have stood beside the board. */
  follow(): void {
    if (this.stocking) this.#stocked = true;
  }

  get #layout(): Layout | null {
    return this.store.play.link.layout;
  }
  /** Each screen has its own board, and this is not a game of speed. */
  get #plain(): boolean {
    return !this.store.live.on && this.store.view === "own" && this.#layout?.turns === false;
  }

  readonly simple = $derived.by(() => childAt(this.store.table?.chairs ?? [], house.current));
  /** People race. */
  readonly hurried = $derived.by(() => this.store.live.on);
  /** The screen is everybody's. */
  readonly shared = $derived.by(() => this.store.scene !== null && this.store.view === "shared");
  /** The screen is a player's hand in a game of speed. */
  readonly hands = $derived.by(() => this.hurried && this.store.view === "hand");
  readonly over = $derived.by(() => this.store.play.over);
  /** Hand and messages are side by side. */
  readonly wide = $derived.by(() => !isPhone(...this.size()));
  /** On a phone held sideways the goal is below the seats if there is room. */
  readonly aside = $derived.by(() => !this.store.live.on && isSideways(...this.size()));
  /** The board has no trays: it is as large as a phone allows, and the column beside it gets the rest. */
  readonly bare = $derived.by(
    () =>
      !this.wide &&
      this.#plain &&
      this.#layout?.trays === "below" &&
      (this.store.scene?.panels.every(({ passing }) => passing) ?? false),
  );
  /** Pieces still to be placed are beside it. */
  readonly stocking = $derived.by(
    () => this.bare && (this.store.scene?.panels.some(({ passing }) => passing) ?? false),
  );
  /** It has stood there: its room stays. */
  readonly stocked = $derived.by(() => this.bare && (this.#stocked || this.stocking));
  /** The board's width as a share of its height. */
  readonly ratio = $derived.by(() => {
    const layout = this.#layout;
    if (!layout) return null;
    return liesDown(layout, this.size()) ? layout.height / layout.width : layout.width / layout.height;
  });
  /** A board this wide also takes the goal's room on a low phone. The goal is below it until the player has moved, and then while others move. */
  readonly low = $derived.by(() => this.bare && !this.aside && isLow(this.size()[1]));
  /** A board taller than it is wide has the whole height of a wide screen; prompt and buttons are beside it. */
  readonly tall = $derived.by(
    () => this.wide && this.#plain && this.#layout !== null && this.#layout.height > this.#layout.width * TALL,
  );
  /** The board is above prompt and buttons, and keeps its height when the game is over. */
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
  /** On a phone, everything besides playing is in a drawer, which the menu opens, too. */
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

  /** A game is shown: its introduction has been read. */
  readonly shows = $derived.by(() => this.store.scene !== null && this.#layout !== null && !this.store.brief);
  /** It is in a sheet over the bottom of the board. */
  readonly sheet = $derived.by(() => !this.wide && !this.hurried && this.store.view !== "shared");
  /** In a game of speed nothing may move under a hand: it lies over the edge of the board. */
  readonly brisk = $derived.by(() => this.hurried && (!this.wide || this.store.flat || this.store.view === "shared"));
  /** The buttons for this screen's secrets are beneath the board. */
  readonly covers = $derived.by(() => this.lined && this.store.secret.length > 0);
  /** On a phone a player gets a row of their own below a row of others: at most three. */
  readonly parted = $derived.by(() => {
    const { size } = this.waiting.apart;
    const sitting = (this.store.table?.chairs.length ?? 0) - size;
    return size > 0 && sitting <= 3 && !this.wide && !this.hurried && !this.low;
  });
}

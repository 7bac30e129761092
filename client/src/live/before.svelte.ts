/** What a player sees in a race: their cards, what they may call and grab, the cards shown to them, and what they must decide. */

import { untrack } from "svelte";
import { onPhone } from "../lib/screen";
import type { Button, Choices, Piece, Scene, TableFacts } from "../net/wire";
import { nextClicks } from "../scene/choices";
import type { Play } from "../table/play.svelte";
import type { Live } from "./live.svelte";
import { mark } from "./racing.svelte";
import {
  bluffs,
  choicesOf,
  hand,
  handPanels,
  keptCalls,
  onBoard,
  openCalls,
  shownHands,
  spoken,
  stillIn,
  targets,
  type Card,
} from "./seatControls";

interface Given {
  live: Live;
  play: Play;
  table: TableFacts;
  scene: Scene;
  /** One's hand, calls and things to grab alone: the board is on another screen. */
  hands: boolean;
}

/** If more calls exist than a round may bring, this many places are reserved for them. */
const RARE = 6;

export class Before {
  constructor(readonly given: () => Given) {
    $effect(() => {
      this.#places = this.#shown;
    });
    $effect(() => {
      if (this.#shouts.length > 0) this.#last = this.#shouts;
    });
    $effect(() => {
      if (this.#feints.length > 0) this.#feinted = this.#feints;
    });
    /** A new hand was dealt: the last race is over and done with. */
    let dealt = "";
    $effect(() => {
      const cards = this.cards.map(({ piece }) => piece.id + piece.face + piece.mark).join();
      if (cards && dealt && cards !== dealt) untrack(() => this.given().live.racing.pass());
      if (cards) dealt = cards;
    });
  }

  readonly #scene = $derived.by(() => this.given().scene);
  readonly now = $derived.by(() => this.given().play.at === null);
  /** The seat whose view this is; -1 for somebody without a seat. */
  readonly seat = $derived.by(() => {
    const { play, scene } = this.given();
    const { seats } = play.link.you;
    return play.choices?.seat ?? seats.find((each) => handPanels(scene, each).length > 0) ?? seats[0] ?? -1;
  });
  readonly choices = $derived.by((): Choices | null =>
    this.now && this.seat >= 0 ? choicesOf(this.#scene, this.seat) : null,
  );
  readonly cards = $derived.by((): Card[] => (this.seat >= 0 ? hand(this.#scene, this.seat) : []));
  readonly title = $derived.by(() => handPanels(this.#scene, this.seat)[0]?.title ?? { key: "ui.calls" });
  /** Somebody who watches or is out of the game has nothing in front of them, but may cheer. */
  readonly watching = $derived.by(() => !stillIn(this.#scene, this.given().play.link.you.seats));

  readonly #every = $derived.by(() => openCalls(this.#scene));
  /** The calls that every round may bring. */
  readonly usual = $derived.by(() => this.#every.filter(({ hotkey }) => hotkey));
  readonly #spoken = $derived.by(() => spoken(this.#scene, this.choices));
  readonly #shouts = $derived.by(() => this.#spoken.shouts);
  /** Buttons that are no calls. */
  readonly says = $derived.by(() => this.#spoken.says);
  /** A call keeps its place until the round is over, and nothing else takes it; while nobody may call, the last possible calls stay visible. */
  #places: readonly Button[] = [];
  readonly #shown = $derived.by(() =>
    keptCalls(this.#scene.announcements.length > 0 ? this.usual : keptCalls(this.usual, this.#places), this.#shouts),
  );
  #last = $state.raw<readonly Button[]>([]);
  readonly able = $derived.by(() => new Set(this.#shouts.map(({ id }) => id)));
  readonly seen = $derived.by(() => {
    const last = this.#shouts.length > 0 ? this.#shouts : this.#last;
    return new Set([...last, ...this.#shown.slice(0, 1)].map(({ id }) => id));
  });
  /** The least number of places for calls; « Jeu ! » needs the room of the rare ones. */
  readonly least = $derived.by(() => (this.#every.length > this.usual.length && this.says.length === 0 ? RARE : 0));
  /** The calls in their places. On a phone, decisions and shown cards appear there instead. */
  readonly calls = $derived.by(() => {
    if (this.verdict || this.open.length > 0) return [];
    return this.#shouts.length === 0 && this.says.length > 0 ? this.#shown.slice(0, this.usual.length) : this.#shown;
  });
  /** The number of places for calls. */
  readonly crowd = $derived.by(() =>
    this.shouting && this.calls.length > 0 ? Math.max(this.least, this.calls.length) : 0,
  );
  /** There is something to say, or was. */
  readonly shouting = $derived.by(
    () =>
      !this.watching &&
      (this.#shouts.length + this.says.length > 0 ||
        (this.#shown.length > 0 && this.open.length === 0 && !this.verdict)),
  );
  readonly #feints = $derived.by(() => (this.choices ? bluffs(this.choices) : []));
  #feinted = $state.raw<readonly Button[]>([]);
  /** Nobody may feint at this moment: the feints stay where they are. */
  readonly silent = $derived.by(() => this.#feints.length === 0);
  readonly bluffs = $derived.by(() => {
    const { hands, live } = this.given();
    if (this.verdict) return [];
    return !this.silent ? this.#feints : hands && live.photo ? [] : this.#feinted;
  });

  readonly things = $derived.by((): Piece[] =>
    this.given().hands && this.choices ? targets(this.#scene, this.choices) : [],
  );
  readonly can = $derived.by(() => {
    const { play } = this.given();
    if (play.choices?.seat === this.seat && play.steps.length > 0) return nextClicks(play.choices, play.steps);
    return this.choices ? nextClicks(this.choices, []) : new Set<string>();
  });
  readonly chosen = $derived.by(() => {
    const { play } = this.given();
    const said = play.steps
      .at(-1)
      ?.nodes.map((index) => play.choices?.nodes[index]?.chosen)
      .find((each) => each);
    return new Set(said ?? play.steps.map(({ click }) => click));
  });
  /** There is something to do on the board itself. */
  readonly busy = $derived.by(() => {
    const elsewhere = new Set([
      ...this.cards.map(({ piece }) => piece.id),
      ...this.things.map(({ id }) => id),
      ...(this.choices?.buttons ?? []).map(({ id }) => id),
    ]);
    const begun = this.given().play.steps.map(({ click }) => click);
    return this.choices !== null && onBoard([...this.can, ...begun], elsewhere);
  });
  /** A phone that is a hand has a board as well while something must be done there. */
  readonly felt = $derived.by(() => !this.given().hands || this.busy);
  /** The cards that somebody is showing; while somebody may still be quicker, the calls keep their places. */
  readonly open = $derived.by(() => (this.now && this.#shouts.length === 0 ? shownHands(this.#scene) : []));
  /** It is shown, unless a hand alone has more important things to show. */
  readonly shows = $derived.by(() => {
    const { hands, live, scene } = this.given();
    return this.open.length > 0 && !(hands && (live.photo || scene.announcements.length > 0));
  });
  /** On a phone, decisions take the place of the calls, except for those that may be made now: the table stays visible. */
  readonly verdict = $derived.by(
    () =>
      onPhone() &&
      this.felt &&
      this.now &&
      this.given().table.phase === "playing" &&
      this.seat >= 0 &&
      this.#scene.announcements.length > 0,
  );

  pending(id: string): boolean {
    const { live, play } = this.given();
    return live.racing.pressed.has(mark(this.seat, id)) || (play.pending && this.chosen.has(id));
  }
}

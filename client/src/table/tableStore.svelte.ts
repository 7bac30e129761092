/** The state of a table's page: from the server, from actions here, and from what was seen before. */

import { untrack } from "svelte";
import { fromStore } from "svelte/store";
import { inFolder } from "../lib/folder";
import { goalOf, known, t, type Message } from "../lib/i18n";
import { onPhone } from "../lib/screen";
import { joined } from "../lib/sentences";
import { told } from "../learn/progress";
import type { Live } from "../live/live.svelte";
import { viewOf, type View } from "../live/views";
import type { Panel, Scene, TableFacts } from "../net/wire";
import { touches } from "../scene/choices";
import type { Play } from "./play.svelte";
import { sayLine } from "./sayLine";
import { atFirst } from "./secrets";
import { acts, lastSeen, lines } from "./story";
import { victory } from "./winners";

const knownGames = fromStore(told);

export class TableStore {
  /** Somebody has written, or the user is writing: from then on the room belongs to the chat. */
  #talking = $state(false);
  /** The panels during the game, and whether only their seats could look into them. */
  #laid = $state.raw<ReadonlyMap<string, boolean> | null>(null);
  /** The seats of this screen that look at their secrets now, if somebody chose. */
  #wish = $state.raw<ReadonlySet<number> | null>(null);

  constructor(
    readonly play: Play,
    readonly live: Live,
    /** What the page's address asks for. */
    private readonly search: () => string,
  ) {
    $effect(() => this.follow());
    $effect(() => {
      void this.#turn;
      untrack(() => this.cover());
    });
  }

  /** Keep what the page will need later. */
  follow(): void {
    const { play, table } = this;
    const { scene, said } = play.link;
    if (play.chatting || (table?.takebacks.length ?? 0) > 0 || said.some(({ yours }) => !yours)) this.#talking = true;
    if (table?.phase === "playing" && scene)
      this.#laid = new Map(scene.panels.map(({ id, secret }) => [id, secret ?? false]));
  }

  get table(): TableFacts | null {
    return this.play.link.table;
  }
  get scene(): Scene | null {
    return this.play.scene;
  }
  get #seats(): readonly number[] {
    return this.play.link.you.seats;
  }

  // -- who plays, and how ---------------------------------------------------------------------------------------------

  /** Something on the table is only one seat's to see. */
  readonly hides = $derived.by(() => this.play.link.scene?.panels.some((panel) => panel.secret) ?? false);
  readonly view = $derived.by((): View => viewOf(this.search(), this.#seats.length, this.live.on, this.hides));
  /** The screen lies flat between several people, and shows them all messages. */
  readonly flat = $derived.by(
    () => this.live.on && this.view === "flat" && this.table?.phase === "playing" && this.play.at === null,
  );
  /** How many moves this screen's seats have made. */
  readonly made = $derived.by(() => this.play.link.moves.filter(({ seat }) => this.#seats.includes(seat)).length);
  /** I play over days: I may be called back. */
  readonly slow = $derived.by(() => !inFolder && this.table?.clock?.per === "days" && this.#seats.length > 0);
  /** It is my turn, and others play too: a table played alone needs no notification. */
  readonly mine = $derived.by(() => {
    const { table } = this;
    return (
      table?.phase === "playing" &&
      !table.closed &&
      this.#seats.some((seat) => this.play.link.scene?.actors.includes(seat)) &&
      table.chairs.some((chair) => chair.who !== "open" && !chair.yours)
    );
  });

  /** The player is about to make the first move, and no clock runs: there is time to learn the game. People who try another line of a finished game know it already. */
  get #early(): boolean {
    const { table, play, live } = this;
    return (
      table?.phase === "playing" &&
      (!table.clock || table.clock.per === "days") &&
      !play.isBranch &&
      !live.on &&
      this.#seats.length > 0 &&
      this.made === 0 &&
      !table.asking
    );
  }

  /** The guided first game is offered until the player's first move, and while nothing more urgent is shown. */
  readonly offered = $derived.by(
    () =>
      this.#early &&
      !this.#talking &&
      !this.table!.chairs.some(
        ({ who, yours, online, resigns_ms }) => resigns_ms >= 0 || (who === "person" && !yours && !online),
      ),
  );
  /** The game in a few lines before the board, for players new to it, unless somebody asks something. A game of speed shows them while it
  waits for everybody to be ready. */
  readonly brief = $derived.by(() => {
    const { table } = this;
    return (
      this.#early &&
      this.view === "own" &&
      !table!.closed &&
      !table!.chairs.some(({ yours, nudged_ms, heard_ms }) => yours && nudged_ms > heard_ms) &&
      known(`${table!.game}.ready.1`) &&
      !knownGames.current.includes(table!.game)
    );
  });

  // -- what lies on the table -----------------------------------------------------------------------------------------

  /** The scene with the trace of what somebody did last, not of the chance that followed it. */
  readonly traced = $derived.by((): Scene | null => {
    const { play, scene } = this;
    const { moves } = play.link;
    return scene && { ...scene, last: lastSeen(moves, play.at ?? moves.length) ?? scene.last };
  });
  /** On a phone, cards revealed at the end appear with the ranking, and in the replay: the board keeps its size. */
  readonly steady = $derived.by((): Scene | null => {
    const { traced } = this;
    const laid = this.#laid;
    return traced && laid && onPhone() && this.table?.phase === "over"
      ? { ...traced, ending: "", panels: traced.panels.filter(({ kind, id }) => kind !== "hand" || laid.has(id)) }
      : traced;
  });
  /** The hands of a game that ends with some of them uncovered. */
  readonly uncovered = $derived.by((): Panel[] => {
    const laid = this.#laid;
    const hands =
      this.table?.phase === "over" && !this.live.on
        ? (this.play.link.scene?.panels.filter(({ kind, seat }) => kind === "hand" && seat >= 0) ?? [])
        : [];
    return laid && hands.some(({ id }) => laid.get(id) !== false) ? hands : [];
  });
  readonly #moment = $derived.by(() =>
    this.play.resting ? this.play.link.moves.findLast(({ moment }) => moment)?.moment : undefined,
  );
  /** Where the event that is being shown happened. */
  readonly glowing = $derived.by(() => this.#moment?.places ?? []);
  /** The pieces that left the board there. */
  readonly leaving = $derived.by(() => this.#moment?.gone ?? []);
  /** What only one seat may look at. */
  readonly secret = $derived.by(() => this.scene?.panels.filter((panel) => panel.secret) ?? []);
  readonly tint = $derived.by(
    () => this.scene?.standings.find((each) => each.seat === this.play.choices?.seat)?.tints[0] ?? "none",
  );
  /** The player acts on the board now: the options are offered in words, and a board that is otherwise small is as large as on a screen of one's own. */
  readonly reaching = $derived.by(() => {
    const { scene, play, live } = this;
    return (
      this.view === "hand" &&
      !live.on &&
      play.choices !== null &&
      scene !== null &&
      touches(
        play.choices,
        scene.pieces,
        new Set([...(play.link.layout?.places ?? []), ...scene.places].map(({ id }) => id)),
      )
    );
  });

  readonly #turn = $derived.by(() => this.scene?.actors.join() ?? "");

  /** At a shared screen, open secrets are covered again at another's turn. */
  cover(): void {
    if (this.#seats.length > 1) this.#wish = null;
  }

  /** The seats that look at their secrets. */
  get looking(): ReadonlySet<number> {
    return this.#wish ?? atFirst(this.#seats);
  }
  set looking(seats: ReadonlySet<number>) {
    this.#wish = seats;
  }

  // -- words ---------------------------------------------------------------------------------------------------

  /** The last event in words: for chance that belongs to a turn, the turn. */
  get #happened(): string {
    const { table } = this;
    const { moves } = this.play.link;
    const last = moves.at(-1);
    if (!table || !last) return "";
    const line = last.seat < 0 && last.brief?.length === 0 ? acts(lines(moves)).at(-1) : undefined;
    return line ? sayLine(line, table) : t(last.message);
  }
  /** The goal of the game. */
  readonly goal = $derived.by((): Message | null => (this.table ? goalOf(this.table.game, this.scene) : null));
  /** The text for screen readers as things happen. */
  readonly news = $derived.by(() => {
    const { table, live, play } = this;
    const { scene } = play.link;
    if (!table || !scene || play.at !== null) return "";
    const said = live.on ? joined(live.told.map((each) => t(each))) : this.#happened;
    const won = victory(table);
    return `${said} ${won ? t(won) : ""} ${t(table.closed ? "ui.prompt.closed" : scene.prompt)}`;
  });
}

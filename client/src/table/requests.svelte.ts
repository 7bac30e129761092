/** What the people at a table ask of each other, and the answers: resigning, taking back, ending, waiting, coming back. */

import { untrack } from "svelte";
import { context } from "../lib/context";
import { fromStore } from "svelte/store";
import { t, type Message } from "../lib/i18n";
import { nameOf } from "../lib/names";
import { pageTime } from "../lib/pageTime";
import { muted } from "../lib/prefs";
import { unstopped } from "../lib/sentences";
import type { Chair, TableFacts } from "../net/wire";
import type { Arrangement } from "./arrangement.svelte";
import { chime, notice, shake } from "./call";
import { mutedHere, speaker, unheard, type Emote } from "./chat";
import type { Play } from "./play.svelte";
import { keep, recall } from "./remembered";
import { seconds } from "./seconds.svelte";
import { comings, seen, type Waiting } from "./waiting.svelte";

/** How long an answer stays in sight, ms. */
const SEEN = 9000;
/** How long “is back” stays, ms: their seat shows it, too. */
const GREETED = 4000;

interface News {
  text: Message;
  until: number;
  chat: boolean;
  /** It says that the game continues, so it is dropped once the game is over. */
  going: boolean;
  /** It is shown until there are more moves than this. */
  moves: number;
  emote: Emote | null;
}

type Place = Pick<Arrangement, "shows" | "sheet" | "brisk" | "drawer" | "covers" | "parted" | "told">;
/** Where the sheet of a phone lies: below the seats while the drawer is open; a question over the prompt; a button beside secrets there, too,
 *  else over the last event; plain news in the goal's place, or on one line. */
type Lies = "drawn" | "question" | "sentence" | "foot" | "aloft" | "line";
/** The table's messages have room for two lines of small text, px. */
const ROOM = 34;

const silenced = fromStore(muted);

export class Requests {
  #news = $state.raw<readonly News[]>([]);
  /** The answer that the person who asked can see. It counts as seen after its full time: a reloaded page shows it again. */
  #answered = $state("");
  #read = $state<string | null>(null);

  constructor(
    private readonly play: Play,
    private readonly waiting: Waiting,
    private readonly place: Place,
  ) {
    this.#follow();
  }

  get #table(): TableFacts | null {
    return this.place.shows ? this.play.link.table : null;
  }
  get #playing(): boolean {
    return this.#table?.phase === "playing";
  }
  /** The chairs of a game in progress. */
  readonly #chairs = $derived.by((): readonly Chair[] => (this.#playing ? this.#table!.chairs : []));
  who(seat: number): string {
    const chairs = this.#table?.chairs ?? [];
    const chair = chairs.find((each) => each.seat === seat);
    return chair ? nameOf(chair, chairs) : "";
  }
  #mine(seat: number): boolean {
    return this.#table?.chairs.some((chair) => chair.seat === seat && chair.yours) ?? false;
  }

  /** Several people play on this screen: each is called by name. */
  readonly shared = $derived.by(() => (this.#table?.chairs.filter(({ yours }) => yours).length ?? 0) > 1);
  /** The player who is about to resign. */
  readonly resigning = $derived.by(() => this.#chairs.filter((chair) => chair.resigns_ms >= 0));
  /** My seats that were reminded in this turn and have not answered. A phone shows one thing at a time. */
  readonly nudged = $derived.by(() => (this.#terse && (this.news.length > 0 || this.asking) ? [] : this.#reminded));
  readonly #reminded = $derived.by(() =>
    this.#chairs.filter(
      (chair) =>
        chair.yours &&
        !chair.stand_in &&
        this.waiting.reminder(chair).state === "sent" &&
        (this.play.link.scene?.actors ?? []).includes(chair.seat),
    ),
  );
  /** My seats in which a bot plays, although I am here. */
  readonly replaced = $derived.by(() => this.#chairs.filter((chair) => chair.yours && chair.stand_in));
  /** My former seats, which others took over while I was away: this stays in sight until I have read it. */
  readonly lost = $derived.by(() => {
    const { lost } = this.play.link.you;
    return this.#table && lost.join() !== (this.#read ?? recall("lost", this.#table.id)) ? lost : [];
  });
  /** News that people read once: an answer, somebody who is back. */
  readonly news = $derived.by(() =>
    this.#news
      .filter(({ until, going }) => until > seconds.now && (this.#playing || !going))
      .filter(({ moves }) => this.play.link.moves.length <= moves)
      .slice(this.#terse ? (this.asking || this.resigning.length > 0 ? Infinity : -1) : 0),
  );
  /** Somebody asks to take a move back, or to end the game. */
  get asking(): boolean {
    return (this.#table?.asking ?? null) !== null;
  }
  /** Something waits for a press here. */
  readonly pressing = $derived.by(
    () =>
      this.asking ||
      this.nudged.length + this.replaced.length + this.lost.length > 0 ||
      this.resigning.some(({ yours }) => yours),
  );
  /** There is news. */
  readonly any = $derived.by(() => this.pressing || this.news.length + this.resigning.length > 0);

  /** A phone shows one thing at a time. */
  get #terse(): boolean {
    return this.place.sheet || this.place.brisk;
  }
  readonly lies = $derived.by((): Lies => {
    const { drawer, covers, parted, told } = this.place;
    if (drawer) return "drawn";
    if (this.asking) return "question";
    if (this.pressing) return covers ? "sentence" : "foot";
    return told >= ROOM && !parted ? "aloft" : "line";
  });
  /** The sheet would cover half of the news: the news waits until it has gone. */
  readonly over = $derived.by(() => this.place.sheet && this.any && !this.place.drawer);
  /** It lies over the prompt. */
  readonly hushes = $derived.by(() => this.over && (this.lies === "question" || this.lies === "sentence"));

  readLost(): void {
    this.#read = this.lost.join();
    keep("lost", this.#table!.id, this.#read);
  }

  /** `going`: it says that the game continues, so it is dropped once the game is over; `moves`: it stays only until there are more moves. */
  #tell(
    text: Message,
    { chat = false, going = false, moves = Infinity, seen = SEEN, emote = null as Emote | null } = {},
  ): void {
    untrack(() => {
      const now = pageTime();
      const told = { text, until: now + seen, chat, going, moves, emote };
      this.#news = [...this.#news.filter(({ until }) => until > now), told];
    });
  }

  #follow(): void {
    const { play } = this;
    // People who have the chat open read it there.
    $effect(() => {
      if (play.chatting) this.#news = untrack(() => this.#news.filter(({ chat }) => !chat));
    });
    $effect(() => {
      const [answered, id] = [this.#answered, this.#table?.id];
      if (!answered || !id) return;
      const timer = setTimeout(() => keep("reply", id, answered), SEEN);
      return () => clearTimeout(timer);
    });
    let replied: string | null = null;
    $effect(() => {
      if (!this.#table) return;
      const { reply, asking, id } = this.#table;
      const said = reply ? `${reply.seq}/${reply.by}` : "";
      const first = replied === null;
      if (said === replied) return;
      replied = said;
      if (!reply || (reply.yes && asking)) return;
      const mine = this.#mine(reply.seat);
      // Everybody else reads about the move itself, below.
      if (reply.yes && reply.kind === "undo" && !mine) return;
      if (first && (!mine || recall("reply", id) === said)) return;
      const undone = reply.yes && reply.kind === "undo";
      // A page that is opened later does not mention it once the game has moved on.
      if (first && undone && this.play.link.seq > (this.#table.takebacks.at(-1)?.seq ?? -1)) return;
      if (mine) this.#answered = said;
      const going = { going: !reply.yes, moves: undone ? untrack(() => this.play.link.moves.length) : Infinity };
      if (reply.by < 0) {
        const lapsed = { key: "ui.reply.lapsed", args: { who: this.who(reply.seat) } };
        this.#tell(mine ? { key: `ui.${reply.kind}.lapsed` } : lapsed, going);
        return;
      }
      const [you, they] =
        reply.by === reply.seat
          ? ["ui.reply.withdrawn.you", "ui.reply.withdrawn"]
          : reply.yes
            ? ["ui.reply.yes.you", undone ? "ui.reply.yes.undo" : "ui.reply.yes"]
            : [`ui.reply.no.${reply.kind}.you`, `ui.reply.no.${reply.kind}`];
      this.#tell({ key: this.#mine(reply.by) && !this.shared ? you : they, args: { who: this.who(reply.by) } }, going);
    });
    let known: ReturnType<typeof seen> | null = null;
    $effect(() => {
      if (!this.#table) return;
      const before = known;
      known = seen(this.#table.chairs);
      if (before && this.#playing)
        for (const text of comings(before, this.#table.chairs)) this.#tell(text, { seen: GREETED });
    });
    // A takeback that needed no consent: the others get a note.
    let takenBack: number | null = null;
    $effect(() => {
      if (!this.#table) return;
      const last = this.#table.takebacks.at(-1);
      const [before, seq] = [takenBack, last?.seq ?? -1];
      takenBack = seq;
      if (!last || before === null || seq <= before || this.#mine(last.seat)) return;
      untrack(() => {
        const undone = play.link.undone.find((each) => each.seq === seq);
        const what = undone ? unstopped(t(undone.what)) : "";
        this.#tell({ key: undone ? "ui.undo.done.what" : "ui.undo.done", args: { who: this.who(last.seat), what } });
      });
    });
    // Everybody gets a note when somebody's time is up, its owner in other words: a bot plays that move.
    let lateBefore: number | null = null;
    $effect(() => {
      if (!this.#table) return;
      const late = this.#table.quits.filter(({ why }) => why === "late");
      const [before, one] = [lateBefore, late.at(-1)];
      lateBefore = late.length;
      if (!one || before === null || late.length <= before) return;
      const yours = untrack(() => this.#mine(one.seat) && !this.shared);
      this.#tell(yours ? { key: "ui.late.you" } : { key: "ui.late", args: { who: this.who(one.seat) } });
    });
    let heardLines = -1;
    $effect(() => {
      if (!this.#table) return;
      const { said } = play.link;
      const before = heardLines;
      heardLines = said.length;
      if (before < 0) return;
      untrack(() => {
        const table = this.#table!;
        const quiet = play.chatting || this.place.brisk;
        const one = quiet ? undefined : unheard(said, before, mutedHere(silenced.current, table.id)).at(-1);
        if (!one) return;
        const what = one.emote ? { key: `ui.emote.${one.emote}` } : one.text;
        const args = { who: speaker(one, table), what };
        this.#tell({ key: "ui.chat.said", args }, { chat: true, emote: one.emote });
      });
    });
    // Somebody answered a reminder: both sides get a note.
    let heard: ReadonlyMap<number, number> | null = null;
    $effect(() => {
      if (!this.#table) return;
      const { chairs } = this.#table;
      const before = heard;
      heard = new Map(chairs.map(({ seat, heard_ms }) => [seat, heard_ms]));
      if (!before) return;
      for (const { seat, heard_ms, nudged_ms, yours } of chairs)
        if (heard_ms > (before.get(seat) ?? -1) && nudged_ms >= 0)
          this.#tell(yours ? { key: "ui.nudge.heard.you" } : { key: "ui.nudge.heard", args: { who: this.who(seat) } });
    });
    const calls = $derived(this.#reminded.map(({ seat, nudged_ms }) => `${seat}/${nudged_ms}`).join());
    $effect(() => {
      if (!calls) return;
      chime();
      shake();
      untrack(() => {
        const who = this.who(this.#reminded[0]!.nudged_by);
        notice(t("ui.turn.title"), t("ui.nudge.you", { who }), this.#table!.id);
      });
    });
  }
}

const [here, setRequests] = context<Requests>();
export { setRequests };
/** The requests of the table around this part: it is only ever on a table's page. */
export const useRequests = (): Requests => here()!;

/** The players whom others wait for: those who are away, and those who take long. */

import { SvelteMap } from "svelte/reactivity";
import type { Message } from "../lib/i18n";
import { nameOf, together } from "../lib/names";
import { pageTime } from "../lib/pageTime";
import type { Chair, TableFacts } from "../net/wire";
import { lasting } from "./durations";
import type { Play } from "./play.svelte";

/** People who keep waiting are asked again after this, ms. */
const LATER = 120_000;
/** Somebody whom others wait for. */
export interface Row {
  chair: Chair;
  says: Message;
  /** They are away; if not, they are here and take long. */
  away: boolean;
}

/** The state of a reminder: none in this turn, sent, or answered; and the ms until the next reminder, and until a bot may play instead. */
export interface Reminder {
  state: "none" | "sent" | "heard";
  left: number;
}

/** A reminder in the turn that began at `since`, all instants on the table's clock; it may stay unanswered for `patience` ms. */
export function reminder(
  { nudged_ms, heard_ms }: Pick<Chair, "nudged_ms" | "heard_ms">,
  since: number,
  now: number,
  patience: number,
): Reminder {
  if (nudged_ms < Math.max(since, 0)) return { state: "none", left: 0 };
  return { state: heard_ms >= nudged_ms ? "heard" : "sent", left: Math.max(0, nudged_ms + patience - now) };
}

/** The prompt while everybody whose turn it is is away: nobody can choose anything then; null otherwise. */
export function nobodyThere(
  { phase, chairs }: Pick<TableFacts, "phase" | "chairs">,
  actors: readonly number[],
): Message | null {
  const acting = chairs.filter(({ seat }) => actors.includes(seat));
  if (
    phase !== "playing" ||
    acting.length === 0 ||
    !acting.every(({ who, yours, online, stand_in }) => who === "person" && !yours && !online && !stand_in)
  )
    return null;
  return {
    key: acting.length > 1 ? "ui.prompt.away.many" : "ui.prompt.away",
    args: { who: together(acting.map((chair) => nameOf(chair, chairs))) },
  };
}

/** What a page knew about a seat: the person's name, whether they were away, and how often the seat had changed hands. */
type Seen = Pick<Chair, "name" | "absent_ms" | "taken_over">;
export const seen = (chairs: readonly Chair[]): ReadonlyMap<number, Seen> =>
  new Map(
    chairs.map(({ seat, absent_ms, taken_over, ...chair }) => [
      seat,
      { name: nameOf({ seat, ...chair }, chairs), absent_ms, taken_over },
    ]),
  );

/** News since then about seats taken over, and people who are back. */
export function comings(before: ReadonlyMap<number, Seen>, chairs: readonly Chair[]): Message[] {
  return chairs.flatMap((chair): Message[] => {
    const was = before.get(chair.seat);
    const who = nameOf(chair, chairs);
    if (!was) return [];
    if (chair.taken_over > was.taken_over)
      return [{ key: chair.yours ? "ui.away.taken.you" : "ui.away.taken", args: { who, whom: was.name } }];
    return was.absent_ms >= 0 && chair.absent_ms < 0
      ? [{ key: chair.yours ? "ui.away.welcome" : "ui.away.returned", args: { who } }]
      : [];
  });
}

/** For an absent player whose turn it is: how long they have been away, and when the others may continue; null if unknown, or once they may. */
export function awaySoon(
  { phase, chairs, patience_ms }: Pick<TableFacts, "phase" | "chairs" | "patience_ms">,
  actors: readonly number[],
  now: number,
): Message | null {
  const acting = chairs.filter(({ seat }) => actors.includes(seat));
  const [chair] = acting;
  if (
    phase !== "playing" ||
    acting.length !== 1 ||
    !chair ||
    chair.who !== "person" ||
    chair.yours ||
    chair.online ||
    chair.stand_in ||
    chair.declined ||
    chair.absent_ms < 0
  )
    return null;
  if (!chairs.some(({ yours, resigned }) => yours && !resigned)) return null;
  const gone = Math.max(0, now - chair.absent_ms);
  return gone < patience_ms
    ? {
        key: "ui.prompt.away.soon",
        args: { who: nameOf(chair, chairs), since: lasting(gone), left: lasting(patience_ms - gone + 999) },
      }
    : null;
}

const isNotedAway = ({ who, online, yours, absent_ms }: Chair): boolean =>
  who === "person" && !online && !yours && absent_ms >= 0;

export class Waiting {
  /** The seat with its sheet open on a phone; -1 for none. */
  open = $state(-1);
  #later = new SvelteMap<number, number>();
  /** Since when each seat has been empty on this page: until the server has noted it. */
  #since = new Map<number, number>();
  /** When players came back: they are not slow before they have had time to look. */
  #back = new Map<number, number>();

  constructor(
    private readonly play: Play,
    /** `pageTime()`, updated as time passes. */
    readonly now: () => number,
  ) {}

  get table(): TableFacts | null {
    return this.play.link.table;
  }
  /** The game lasts days: everybody is away most of the time. */
  get #slow(): boolean {
    return this.table?.clock?.per === "days";
  }
  /** I play here, and have not resigned. */
  seated = $derived.by(() => this.table?.chairs.some((chair) => chair.yours && !chair.resigned) ?? false);
  tableNow = $derived.by(() => this.play.link.tableTime(this.now()));

  /** Wait on without being asked for a while. */
  later(seat: number): void {
    this.#later.set(seat, pageTime() + LATER);
    this.open = -1;
  }

  reminder(chair: Chair): Reminder {
    // The turn began a little earlier or later here than there.
    return reminder(
      chair,
      this.tableNow - (this.now() - this.play.link.since) - 1000,
      this.tableNow,
      this.table?.reminder_ms ?? 0,
    );
  }

  /** Since when others wait for a player who is here: since the turn began, or since they came back during it. */
  waitedFrom({ seat }: Chair): number {
    return Math.max(this.play.link.since, this.#back.get(seat) ?? 0);
  }

  /** The seats with a row of their own on a phone, for their state and what to do about it. A short absence moves nothing. */
  readonly apart = $derived.by((): ReadonlySet<number> => {
    const playing = this.table?.phase === "playing";
    const chairs = this.table?.chairs ?? [];
    return new Set(
      chairs
        .filter(
          (chair) =>
            this.rows.some((row) => row.chair.seat === chair.seat) ||
            (playing && !chair.resigned && (chair.stand_in || chair.declined || (isNotedAway(chair) && !this.#slow))),
        )
        .map(({ seat }) => seat),
    );
  });

  rows = $derived.by((): Row[] => {
    const { table } = this;
    if (table?.phase !== "playing" || table.closed || this.play.link.state !== "connected") return [];
    const now = this.now();
    const found: Row[] = [];
    for (const chair of table.chairs.filter(({ who, yours, resigned }) => who === "person" && !yours && !resigned)) {
      if (chair.online) {
        if (this.#since.delete(chair.seat)) this.#back.set(chair.seat, now);
      } else if (!this.#since.has(chair.seat)) this.#since.set(chair.seat, now);
      if (now < (this.#later.get(chair.seat) ?? 0)) continue;
      const who = nameOf(chair, table.chairs);
      if (!this.seated) {
        if (chair.offered) found.push({ chair, away: true, says: { key: "ui.away.one", args: { who } } });
      } else if (!chair.online && (!chair.stand_in || (table.host && !chair.offered))) {
        const gone = chair.absent_ms >= 0 ? this.tableNow - chair.absent_ms : now - this.#since.get(chair.seat)!;
        if (chair.declined) found.push({ chair, away: true, says: { key: "ui.away.declined", args: { who } } });
        else if (gone >= table.patience_ms && (chair.stand_in || !this.#slow))
          found.push({
            chair,
            away: true,
            says: chair.stand_in
              ? { key: "ui.away.bot_plays", args: { who } }
              : { key: "ui.away.since", args: { who } },
          });
      } else if (
        chair.online &&
        !this.play.manner.hurried &&
        !chair.late &&
        !chair.stand_in &&
        (this.play.link.scene?.actors ?? []).includes(chair.seat) &&
        now - this.waitedFrom(chair) >= table.patience_ms &&
        !table.chairs.some(({ resigns_ms }) => resigns_ms >= 0)
      ) {
        found.push({
          chair,
          away: false,
          says: { key: "ui.away.slow", args: { who, since: lasting(now - this.waitedFrom(chair)) } },
        });
      }
    }
    return found;
  });
}

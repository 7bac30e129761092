/** The table being planned on the page where tables are made: a form's state and the request it becomes. */

import type { GameInfo, NewChair, NewTable, Option } from "../lib/api";
import { t } from "../lib/i18n";

export type Who = NewChair["who"];
type Chair = { who: Who; name: string; level: string };
type Value = boolean | number | string;

/** Does a table for this many people have this option? */
export function fits(option: Option, seats: number): boolean {
  return option.seats === null || option.seats.includes(seats);
}

export class Plan {
  readonly game: GameInfo;
  readonly bots: readonly string[];
  private readonly usual: string;
  me = $state("");
  seats = $state(0);
  chairs = $state<Chair[]>([]);
  first = $state<"lot" | "host" | number>("lot");
  options = $state<Record<string, Value>>({});
  components = $state("");
  /** How many people are still to come by the link. */
  waiting = $derived(this.chairs.filter(({ who }) => who === "link").length);

  /** One person against the usual bot, which sits in every other seat. */
  constructor(game: GameInfo, bots: readonly string[], usual: string, name: string) {
    this.game = game;
    this.bots = bots;
    this.usual = bots.includes(usual) ? usual : (bots[0] ?? "");
    this.me = name;
    this.options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
    this.seat(game.seats[0] ?? 2);
  }

  /** Lay the table for this many: chairs already given stay, new ones are bots (or links, without bots). */
  seat(count: number): void {
    const level = this.usual;
    const who = level ? "bot" : "link";
    while (this.chairs.length < count) this.chairs.push({ who: this.chairs.length === 0 ? "me" : who, name: "", level });
    this.chairs.length = count;
    if (typeof this.first === "number" && this.first >= count) this.first = "lot";
    this.seats = count;
  }

  /** Somebody for a chair. A person may hold several of them. */
  give(seat: number, who: Who): void {
    const chair = this.chairs[seat];
    if (chair) chair.who = who;
    if (this.first === seat && who === "me") this.first = "host";
  }

  /** What a seat is called while nobody knows who will sit there. */
  called(seat: number): string {
    const chair = this.chairs[seat];
    const place = t("ui.seat", { n: seat + 1 });
    if (chair?.who === "bot") return `${place} (${t(`bot.${chair.level}`)})`;
    if (chair?.who === "here" && chair.name.trim()) return `${place} (${chair.name.trim()})`;
    return place;
  }

  /** What the server is asked for. */
  order(): NewTable {
    const fitting = this.game.options.filter((option) => fits(option, this.seats));
    const order: NewTable = {
      game: this.game.name,
      seats: this.seats,
      options: Object.fromEntries(fitting.map(({ name, default: usual }) => [name, this.options[name] ?? usual])),
      first: this.first,
      chairs: this.chairs.map(({ who, name, level }) => {
        if (who === "bot") return { who, level };
        return who === "here" ? { who, name: name.trim() } : { who };
      }),
    };
    if (this.components.trim()) order.components = this.components;
    return order;
  }
}

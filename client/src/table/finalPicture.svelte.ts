/** The board as it was at the end of a game, as a picture to look at and to share. */

import { get } from "svelte/store";
import { lang, type Message } from "../lib/i18n";
import { nameOf } from "../lib/names";
import { picture } from "../lib/replay";
import { png, share } from "../replay/picture";
import type { Move, TableFacts } from "../net/wire";
import { victory } from "./winners";

const keyOf = (table: TableFacts, moves: readonly Move[]): string => `${table.id}/${moves.length}/${get(lang)}`;

export class FinalPicture {
  /** The drawing; "" until it is there, or if there is none to get. */
  svg = $state("");
  busy = $state(false);
  #of = "";

  /** The part of it that is the board. */
  get board(): string {
    const part = /data-board="([^"]+)"/.exec(this.svg)?.[1];
    return part ? this.svg.replace(/viewBox="[^"]+"/, `viewBox="${part}"`) : this.svg;
  }

  /** Ask for it, once for each game and language; again if that failed. */
  async load(table: TableFacts, moves: readonly Move[]): Promise<void> {
    const of = keyOf(table, moves);
    if (of === this.#of) return;
    [this.#of, this.svg] = [of, ""];
    const svg = await this.#drawn(table, moves).catch(() => "");
    if (of !== this.#of) return;
    if (svg) this.svg = svg;
    else this.#of = "";
  }

  /** Share it; returns whether it was saved on this device instead. */
  async share(table: TableFacts, moves: readonly Move[]): Promise<boolean> {
    this.busy = true;
    try {
      const svg = (this.#of === keyOf(table, moves) && this.svg) || (await this.#drawn(table, moves));
      return await share(await png(svg), `${table.game}.png`);
    } finally {
      this.busy = false;
    }
  }

  async #drawn(table: TableFacts, moves: readonly Move[]): Promise<string> {
    // The picture is for outsiders, so it calls everybody by name.
    const result = victory({ ...table, chairs: table.chairs.map((chair) => ({ ...chair, yours: false })) });
    const turn = moves.at(-1)?.turn ?? 0;
    const at: Message = {
      key: turn > 0 ? "ui.past.at" : "ui.past.move",
      args: { n: turn || moves.length, of: turn || moves.length },
    };
    return picture(
      { table: table.id },
      moves.length,
      get(lang),
      table.chairs.map((chair) => nameOf(chair, table.chairs)),
      result,
      at,
    );
  }
}

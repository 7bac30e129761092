/** A board that lies here as it lies on a real table: every question and every move goes to the server with the whole situation. */

import type { Message } from "../lib/i18n";
import { ScriptLink } from "../learn/guide.svelte";
import type { Answer, Reason } from "../net/link.svelte";
import type { Do } from "../net/wire";
import { onTable, whyNot, type OnTable, type Order, type Position, type Way } from "./api";
import { plainly } from "./plainly";

/** How many situations can be taken back. */
export const MOST = 30;

export class TryLink extends ScriptLink {
  now = $state.raw<OnTable>()!;
  #before: readonly Position[] = $state.raw([]);
  /** What was on the table is shown again at once while this page lasts; later the server is asked. */
  readonly #seen = new WeakMap<Position, OnTable>();

  constructor(
    readonly game: string,
    readonly seats: number,
    readonly options: Way["options"],
    names: readonly string[],
    first: OnTable,
    readonly components: string | null,
    /** The situation is another one; `before` it were these. */
    readonly onposition: (position: Position, before: readonly Position[]) => void,
    before: readonly Position[] = [],
    /** What is found, in the colours in which people play. */
    readonly painted: <T>(found: T) => T = (found) => found,
  ) {
    super({ game, seats, seat: 0, names: [...names], hurried: false, layout: first.layout, steps: [] });
    this.#before = before;
    this.#show(this.#paint(first));
  }

  get seat(): number {
    return this.scene?.choices[0]?.seat ?? this.scene?.actors[0] ?? 0;
  }

  /** What was done last can be taken back. */
  get undoes(): boolean {
    return this.#before.length > 0;
  }

  #show(found: OnTable): void {
    this.now = found;
    this.#seen.set(found.position, found);
    this.layout = found.layout;
    this.show(found.scene, []);
    const seat = this.seat;
    this.you = { ...this.you, seats: [seat] };
    this.table = {
      ...this.table!,
      may_undo: this.undoes ? [seat] : [],
      phase: found.scene.actors.length > 0 || !found.scene.ending ? "playing" : "over",
      chairs: this.table!.chairs.map((chair) => ({ ...chair, who: "person" as const, yours: chair.seat === seat })),
    };
  }

  #become(found: OnTable, before: readonly Position[]): void {
    this.#before = before;
    this.#show(found);
    this.onposition(found.position, before);
  }

  /** The situation is the rules’, and has theirs. */
  #paint(found: OnTable): OnTable {
    return { ...this.painted(found), board: found.board, position: found.position };
  }

  async #ask(position: Position, what: Partial<Order> = {}): Promise<OnTable> {
    const { seats, options, components } = this;
    return this.#paint(await onTable(this.game, { seats, options, components, position, ...what }));
  }

  /** Do something on the table; the reason if it cannot be. */
  async order(what: Partial<Order>): Promise<Message | null> {
    const before = this.now.position;
    try {
      this.#become(await this.#ask(before, what), [...this.#before.slice(1 - MOST), before]);
      return null;
    } catch (reason) {
      return plainly(reason);
    }
  }

  /** Take back what was done last; the reason if that cannot be. */
  async back(): Promise<Message | null> {
    const before = this.#before.at(-1);
    if (!before) return null;
    try {
      this.#become(this.#seen.get(before) ?? (await this.#ask(before)), this.#before.slice(0, -1));
      return null;
    } catch (reason) {
      return plainly(reason);
    }
  }

  override async command(what: Do): Promise<Answer> {
    if (what.kind !== "act" && what.kind !== "undo") return { ok: true, seq: this.seq };
    const reason = await (what.kind === "undo"
      ? this.back()
      : this.order({ act: what.action, path: [...(what.path ?? [])] }));
    return reason ? { ok: false, reason, rules: [] } : { ok: true, seq: this.seq };
  }

  override async why(seat: number, clicks: string[]): Promise<Reason | null> {
    try {
      const asked = { position: this.now.position, seat, clicks, components: this.components };
      return this.painted(await whyNot(this.game, asked));
    } catch (reason) {
      return { reason: plainly(reason), rules: [] };
    }
  }
}

/** A board that lies here as it lies on a real table: every question and every move goes to the server with the whole situation. */

import { ApiError, saidOf } from "../lib/api";
import type { Message } from "../lib/i18n";
import { ScriptLink } from "../learn/guide.svelte";
import type { Answer, Reason } from "../net/link.svelte";
import type { Do } from "../net/wire";
import { onTable, whyNot, type OnTable, type Order, type Position, type Way } from "./api";

/** How many situations can be taken back. */
const MOST = 50;

/** Why something was refused, for a person: not where in the situation, which nobody sees. */
export function plainly(reason: unknown): Message {
  const said = saidOf(reason);
  const why = said.args?.["why"];
  if (!(reason instanceof ApiError) || said.key !== "error.bad_input") return said;
  return typeof why === "string" ? { key: "ui.box.said", args: { what: why } } : ((why as Message | undefined) ?? said);
}

export class TryLink extends ScriptLink {
  now = $state.raw<OnTable>()!;
  #before: OnTable[] = $state.raw([]);

  constructor(
    readonly game: string,
    readonly seats: number,
    readonly options: Way["options"],
    names: readonly string[],
    first: OnTable,
    readonly components: string | null,
    /** The situation is another one. */
    readonly onposition: (position: Position) => void,
  ) {
    super({ game, seats, seat: 0, names: [...names], hurried: false, layout: first.layout, steps: [] });
    this.#show(first);
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

  /** Do something on the table; the reason if it cannot be. */
  async order(what: Partial<Order>): Promise<Message | null> {
    try {
      const before = this.now;
      const { seats, options, components } = this;
      const order: Order = { seats, options, components, position: before.position, ...what };
      const found = await onTable(this.game, order);
      this.#before = [...this.#before.slice(1 - MOST), before];
      this.#show(found);
      this.onposition(found.position);
      return null;
    } catch (reason) {
      return plainly(reason);
    }
  }

  back(): void {
    const before = this.#before.at(-1);
    if (!before) return;
    this.#before = this.#before.slice(0, -1);
    this.#show(before);
    this.onposition(before.position);
  }

  override async command(what: Do): Promise<Answer> {
    if (what.kind === "undo") this.back();
    if (what.kind !== "act") return { ok: true, seq: this.seq };
    const reason = await this.order({ act: what.action, path: [...(what.path ?? [])] });
    return reason ? { ok: false, reason, rules: [] } : { ok: true, seq: this.seq };
  }

  override async why(seat: number, clicks: string[]): Promise<Reason | null> {
    try {
      return await whyNot(this.game, { position: this.now.position, seat, clicks, components: this.components });
    } catch (reason) {
      return { reason: plainly(reason), rules: [] };
    }
  }
}

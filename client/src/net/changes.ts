/** Puts the current state of a table together from earlier messages and the changes since. Messages here are as they came, without defaults. */

import type { Change, Frame, Incoming } from "./wire";

type Fields = Record<string, unknown>;
type Thing = { id: string };

/** What changed in a list of things with ids: those that changed or came, the ids of those that left, and of all where the order is another. */
type Listed = { put?: Thing[]; gone?: string[]; order?: string[] };

/** What a move, or an update, changed in a scene: fields with their new values (null: the default again), and lists of things with ids. */
export type SceneChange = Fields & { pieces?: Listed; panels?: Listed; places?: Listed };

/** A scene as the server sent it. */
export type Sent = Fields & { pieces: Thing[] };

const LISTS = ["pieces", "panels", "places"] as const;

/** The scene after a change. */
export function changed(before: Sent, change: SceneChange): Sent {
  const after: Sent = { ...before, ...change } as Sent;
  for (const [name, value] of Object.entries(change)) if (value === null) delete after[name];
  for (const name of LISTS) {
    const what = change[name];
    if (what) after[name] = listed((before[name] ?? []) as Thing[], what);
  }
  const choices = change["choices"] as { nodes: Fields[] | Columns }[] | null | undefined;
  if (choices) after["choices"] = choices.map((choice) => ({ ...choice, nodes: nodes(choice.nodes) }));
  return after;
}

/** Nodes field by field: the values of all of them, and further fields of `some` by their indices. */
type Columns = { [field: string]: unknown[] } & { some?: Record<string, Fields> };

function nodes(told: Fields[] | Columns): Fields[] {
  if (Array.isArray(told)) return told as Fields[];
  const { some = {}, ...fields } = told;
  const columns = Object.entries(fields as Record<string, unknown[]>).map(
    ([name, values]) => [name, values, name === "key" ? 0 : -1] as const,
  );
  return told["click"]!.map((_, index) => {
    const node: Fields = {};
    for (const [name, values, none] of columns) {
      const value = values[index];
      if (value !== none && value !== false && value !== "" && !(Array.isArray(value) && !value.length))
        node[name] = value;
    }
    return { ...node, ...some[index] };
  });
}

function listed(before: Thing[], { put = [], gone = [], order }: Listed): Thing[] {
  const left = new Set(gone);
  const found = new Map(before.filter(({ id }) => !left.has(id)).map((thing) => [thing.id, thing]));
  for (const thing of put) found.set(thing.id, thing);
  return order ? order.map((id) => found.get(id)!) : [...found.values()];
}

/** A `welcome` or an `update` as it came. */
type View = Fields & { table: Fields & { chairs: { seat: number }[] }; scene: Sent | null; view_hash: string };

/** What the server has sent about a table so far. */
export class Told {
  #view: View | null = null;
  #moves: Fields[] = [];
  #lines = 0;

  /** The `view_hash` of the state that was told last; "" for none. */
  get viewHash(): string {
    return this.#view?.view_hash ?? "";
  }

  /** Nothing was told. */
  forget(): void {
    this.#view = null;
  }

  /** The next message, with a `change` turned into its `update`; null if it changes something that was never sent. */
  take(message: Frame): Incoming | null {
    if (message.t === "change") {
      if (!this.#view || message.base !== this.viewHash) return null;
      return this.#keep(this.#updated(this.#view, message));
    }
    return message.t === "welcome" || message.t === "update" ? this.#keep(message) : message;
  }

  #keep(message: Extract<Incoming, { t: "welcome" | "update" }>): Incoming {
    const from = message.t === "update" ? message : { moves_from: 0, said_from: 0 };
    this.#moves = [...this.#moves.slice(0, from.moves_from), ...(message.moves as unknown as Fields[])];
    this.#lines = from.said_from + message.said.length;
    this.#view = message as unknown as View;
    return message;
  }

  #updated(before: View, message: Change): Extract<Incoming, { t: "update" }> {
    const { table = {}, scene = {}, base: _base, ...fields } = message;
    const { moves_from = this.#moves.length, moves = [], said_from = this.#lines, said = [] } = message;
    const chairs = new Map(
      [...before.table.chairs, ...((table["chairs"] ?? []) as { seat: number }[])].map((chair) => [chair.seat, chair]),
    );
    const after: Fields = { ...before, ...fields, t: "update", layout: null, moves_from, moves, said_from, said };
    after["table"] = { ...before.table, ...table, chairs: [...chairs.values()] };
    if (before.scene) {
      const newest = [...this.#moves.slice(0, moves_from), ...moves].at(-1) as Fields | undefined;
      const { n: _n, ...last } = newest ?? {};
      after["scene"] = changed(before.scene, { ...scene, last: newest ? last : null });
    }
    return after as unknown as Extract<Incoming, { t: "update" }>;
  }
}

/** What the server says of a component file in the editor, and what it is asked: `scene/editor/` and `server/web/boxes.py`. */

import { get } from "svelte/store";
import { ask, json, word } from "../lib/api";
import { lang, type Message } from "../lib/i18n";

export type Value = number | string | boolean;
export type Field = {
  path: string;
  label: Message;
  value: Value | null;
  low?: number | null;
  high?: number | null;
  choices?: { value: string; label: Message }[];
};
export type Place = {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  name: Message | string;
  shows: Message | null;
  sign?: string;
  round?: boolean;
};
export type Brush = { id: string; label: Message; key: string; hint?: Message; path?: boolean; picture?: string };
export type Painter = { width: number; height: number; picture: string; places: Place[] };
export type Part = {
  id: string;
  title: Message;
  hint?: Message;
  provenance?: string;
  painter?: Painter;
  brushes?: Brush[];
  fields?: Field[];
  actions?: { id: string; label: Message }[];
  parts?: Part[];
  folded?: boolean;
};
export type Fault = {
  field: string;
  said: Message;
  parts: string[];
  places: string[];
  /** The brush that mends it, if it is one. */
  brush?: string;
  line?: number | null;
};
export type Difference = { paths: string[]; said: Message; names: Message[] };
export type Opened = {
  components: string;
  parts: Part[];
  faults: Fault[];
  changed: string[];
  seats: number[];
  differences: Difference[];
};

export type Edit =
  | { do: "set"; path: string; value: Value }
  | { do: "paint"; part: string; brush: string; places: string[] }
  | { do: "act"; part: string; action: string };

export type Share = { value: number; low: number; high: number };
export type Tally = { games: number };
export type Trial = {
  tally: Tally;
  games: number;
  level: string;
  wins: Share[];
  shared: Share;
  actions: number;
  endings: Record<string, Share>;
  reached: { path: string; said: Message | null; games: Share }[];
  uneven: number | null;
};

/** A file in the editor, after an edit; null is the printed box. Its remarks are in English, and left out for others. What is `brought` from elsewhere is refused if it is no box of this game. */
export const openBox = (
  game: string,
  components: string | null,
  edit: Edit | null = null,
  brought = false,
): Promise<Opened> =>
  ask(`/api/box/${word(game)}`, json("POST", { components, edit, remarks: get(lang) === "en", brought }));

/** Some more games between bots, after those that are counted. */
export const tryBox = (game: string, components: string, seats: number, tally: Tally | null): Promise<Trial> =>
  ask(`/api/box/${word(game)}/trial`, json("POST", tally ? { components, seats, tally } : { components, seats }));

/** Is this part or field the one, or within the one, that this path names? */
export const within = (path: string, of: string): boolean =>
  path === of || path.startsWith(`${of}.`) || path.startsWith(`${of}[`);

/** What the thing at a path is called: its field, else the part that it belongs to. */
export function calledAt(parts: readonly Part[], path: string): Message[] {
  for (const part of parts) {
    const field = part.fields?.find((each) => each.path === path);
    if (field) return [part.title, field.label];
    const inner = calledAt(part.parts ?? [], path);
    if (inner.length > 0) return [part.title, ...inner];
  }
  for (const part of parts) if (within(path, part.id)) return [part.title];
  return [];
}

/** What differs that a trial could not count by itself, by name. */
export const uncounted = (differences: readonly Difference[], { reached }: Pick<Trial, "reached">): Message[] =>
  differences
    .filter(
      ({ paths }) => !reached.some((one) => paths.some((path) => within(one.path, path) || within(path, one.path))),
    )
    .flatMap(({ names }) => names);

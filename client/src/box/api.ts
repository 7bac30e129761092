/** What the server says for people who have the real box: `/api/companion/…`, in Python `table/companion.py`. */

import { kept } from "../edit/kept";
import { openBox } from "../edit/opened";
import { ask, json, raw, word } from "../lib/api";
import * as storage from "../lib/storage";
import { get } from "svelte/store";
import { lang, type Message } from "../lib/i18n";
import { completed } from "../net/defaults";
import type { Reason } from "../net/link.svelte";
import type { Layout, Piece, Scene } from "../net/wire";
import { keep } from "../scene/art";

export type Line = { rows: string[]; say: string; seats: number[] };
export type Way = {
  options: Record<string, boolean | number | string>;
  seats: number[];
  label: string;
  together: boolean;
  at_once: boolean;
  setup: Line[];
  begins: Line[];
  ends: Line[];
};
/** How something is drawn: a symbol of the game, its tint, and a short text on it. */
export type Drawn = { name: string; sprite: string; tint: string; mark: string };
export type Thing = Drawn & { rows: string[]; group: string };
/** `rerolls`: how often they may be rolled again in a turn; -1 is at will. */
export type Dice = { name: string; count: number; faces: Drawn[]; rerolls: number };
export type Question = { name: string; rows: string[] };
export type Choice = Drawn & { id: string };
export type Field = Drawn & {
  id: string;
  rows: string[];
  most: number;
  choices: Choice[] | string;
  apart: boolean;
  option: string;
};
export type Pad = { rows: string[]; table: Field[]; player: Field[]; lists: Record<string, Choice[]> };
export type Colour = { tint: string; signs: string[] };
export type Companion = {
  way: Way[];
  thing: Thing[];
  dice: Dice[];
  question: Question[];
  board: { rows: string[]; hand: boolean; compose: string; help: string };
  pad: Pad | null;
  /** The colours of the players, in the order of the seats. */
  colour: Colour[];
  /** The numbers of players who take all colours, each as many. */
  shared_out: number[];
  /** The rows that allow what may be done, by the last word of its message, or by what comes before its `_`. */
  allowed: Record<string, string[]>;
};
/** The rows that allow what a message says may be done. */
export function allowing({ allowed }: Pick<Companion, "allowed">, { key }: Message): readonly string[] {
  const [, word = ""] = /\.choice\.(\w+)$/.exec(key) ?? [];
  return allowed[word] ?? allowed[word.split("_")[0]!] ?? [];
}
/** A situation; only the server knows what is in it. */
export type Position = Record<string, unknown>;
export type Order = {
  seats: number;
  options: Way["options"];
  position: Position | null;
  lay?: [thing: string, place: string];
  /** The cards of a hand that nobody has set yet: they make way. */
  guessed?: string[];
  turn?: number;
  act?: number;
  path?: string[];
  /** A component file; null for the printed box. */
  components?: string | null;
};
export type Asked = { number: number; legal: boolean; reason: Message | null; rules: string[] };
export type OnTable = {
  position: Position;
  scene: Scene;
  layout: Layout;
  board: string;
  stock: Piece[];
  /** What pieces such as dice can show instead, by their ids. */
  faces: Record<string, Piece[]>;
  sets: boolean;
  asked: Asked[];
};
export type Written = Record<string, number | string>;
export type Counted = {
  points: number[];
  ranks: number[];
  remarks: { say: Message; rows: string[]; seat: number }[];
};

export const companion = (game: string): Promise<Companion> => ask(`/api/companion/${word(game)}`);

const pieces = (all: Piece[]): Piece[] => all.map((each) => completed<Piece>("Piece", each));

/** What is on the table after what is ordered. */
export async function onTable(game: string, order: Order): Promise<OnTable> {
  const found = await ask<OnTable>(`/api/companion/${word(game)}/board`, json("POST", { ...order, lang: get(lang) }));
  keep(game, found.layout.id, found.board);
  return {
    ...found,
    layout: completed<Layout>("Layout", found.layout),
    scene: completed<Scene>("Scene", found.scene),
    stock: pieces(found.stock),
    faces: Object.fromEntries(Object.entries(found.faces).map(([id, shown]) => [id, pieces(shown)])),
  };
}

/** Why these clicks are not legal; `error.allowed` if they are. */
export const whyNot = (
  game: string,
  asked: { position: Position; seat: number; clicks: string[]; components: string | null },
): Promise<Reason> => ask(`/api/companion/${word(game)}/may`, json("POST", asked));

export const points = (
  game: string,
  pad: { options: Way["options"]; table: Written; players: Written[]; components: string | null },
): Promise<Counted> => ask(`/api/companion/${word(game)}/points`, json("POST", pad));

export type OwnBox = { components: string | null; bad: boolean; seats: number[]; differs: Message[] };
/** The box that somebody drew here: its file, null if it is the printed one; `bad` if it cannot be played with; for how many it is enough; how it differs. */
export async function ownBox(game: string): Promise<OwnBox> {
  const text = storage.get(kept(game));
  if (text === null) return { components: null, bad: false, seats: [], differs: [] };
  const { faults, changed, seats, differences } = await openBox(game, text);
  const bad = faults.length > 0;
  return {
    components: bad || changed.length === 0 ? null : text,
    bad,
    seats,
    differs: differences.map(({ said }) => said),
  };
}

/** The table as it is set for so many players, as the address of a picture; with somebody's own box if there is one. */
export async function start(game: string, seats: number, way: number, components: string | null): Promise<string> {
  const answer = await (components === null
    ? raw(`/art/${word(game)}/start/${seats}.svg?way=${way}`)
    : raw(`/api/companion/${word(game)}/start`, json("POST", { seats, way, components })));
  if (!answer.ok) throw new Error(`start: ${answer.status}`);
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}

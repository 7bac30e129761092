/** What the server says for people who have the real box: `/api/companion/…`, in Python `table/companion.py`. */

import { ask, json, raw, word } from "../lib/api";
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
  setup: Line[];
  begins: Line[];
  ends: Line[];
};
/** How something is drawn: a symbol of the game, its tint, and a short text on it. */
export type Drawn = { name: string; sprite: string; tint: string; mark: string };
export type Thing = Drawn & { rows: string[]; group: string };
export type Dice = { name: string; count: number; faces: Drawn[] };
export type Question = { name: string; rows: string[] };
export type Choice = Drawn & { id: string };
export type Field = Drawn & { id: string; rows: string[]; most: number; choices: Choice[] | string; apart: boolean };
export type Pad = { rows: string[]; table: Field[]; player: Field[]; lists: Record<string, Choice[]> };
export type Companion = {
  way: Way[];
  thing: Thing[];
  dice: Dice[];
  question: Question[];
  board: { rows: string[]; hand: boolean; compose: string; help: string };
  pad: Pad | null;
};
/** A situation; only the server knows what is in it. */
export type Position = Record<string, unknown>;
export type Order = {
  seats: number;
  options: Way["options"];
  position: Position | null;
  lay?: [thing: string, place: string];
  turn?: number;
  act?: number;
  path?: string[];
};
export type Asked = { number: number; legal: boolean; reason: Message | null; rules: string[] };
export type OnTable = {
  position: Position;
  scene: Scene;
  layout: Layout;
  board: string;
  stock: Piece[];
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

/** What is on the table after what is ordered. */
export async function onTable(game: string, order: Order): Promise<OnTable> {
  const found = await ask<OnTable>(`/api/companion/${word(game)}/board`, json("POST", { ...order, lang: get(lang) }));
  keep(game, found.layout.id, found.board);
  return {
    ...found,
    layout: completed<Layout>("Layout", found.layout),
    scene: completed<Scene>("Scene", found.scene),
    stock: found.stock.map((each) => completed<Piece>("Piece", each)),
  };
}

/** Why these clicks are not legal; `error.allowed` if they are. */
export const whyNot = (game: string, position: Position, seat: number, clicks: string[]): Promise<Reason> =>
  ask(`/api/companion/${word(game)}/may`, json("POST", { position, seat, clicks }));

export const points = (game: string, options: Way["options"], table: Written, players: Written[]): Promise<Counted> =>
  ask(`/api/companion/${word(game)}/points`, json("POST", { options, table, players }));

/** The table as it is set for so many players, as the address of a picture. */
export async function start(game: string, seats: number, way: number): Promise<string> {
  const answer = await raw(`/art/${word(game)}/start/${seats}.svg?way=${way}`);
  if (!answer.ok) throw new Error(`start: ${answer.status}`);
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}

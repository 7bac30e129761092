/** What a page asks the server about printing a box. */

import { ask, json, raw, word } from "./api";
import type { Lang } from "./i18n";

/** How a box is printed. The sticker for the lid leads to this server, or to `link`. */
export type Printing = {
  paper: "a4" | "letter";
  lang: Lang;
  large: boolean;
  contrast: boolean;
  figures: boolean;
  only: "all" | "rules" | "sticker";
  /** Whether the rulebook is in sentences that are easy to read. */
  easy: boolean;
  /** The numbers of the sheets that are printed: all of them if it is left out. */
  sheets?: number[];
  components?: string;
  link?: string;
};
/** A sheet of paper, and what is on it. */
export type Sheet = { number: number; pages: number[]; what: string; two_sided: boolean; heavy: boolean };
/** The sheets of a print. `board_mm`: the width and height of the board, if one is printed in one piece; `minutes`: about how long cutting takes;
 * `stands`: whether some parts can stand as figures. */
export type Sheets = {
  sheets: Sheet[];
  board_mm: [number, number] | null;
  sticker: boolean;
  minutes: number;
  stands: boolean;
  bytes: number;
};
export const printSheets = (game: string, how: Printing): Promise<Sheets> =>
  ask(`/api/print/${word(game)}/sheets`, json("POST", how));
/** Each page of the file as SVG. */
export const printPictures = (game: string, how: Printing): Promise<{ pages: string[] }> =>
  ask(`/api/print/${word(game)}/pictures`, json("POST", how));
/** The file to print. */
export const printFile = (game: string, how: Printing): Promise<Response> =>
  raw(`/api/print/${word(game)}`, json("POST", how));

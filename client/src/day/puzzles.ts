/** Positions of the day as the server tells them (`table/puzzles.py`). */

import { ask, json, word } from "../lib/api";
import type { Message } from "../lib/i18n";
import { kept, type Kept } from "../lib/prefs";
import { USUAL_STEP, type Frame, type Script } from "../learn/script";
import { completed } from "../net/defaults";
import type { Reason } from "../net/link.svelte";
import { keep } from "../scene/art";
import type { EventView, Layout, Scene, TableFacts } from "../net/wire";

export type Puzzle = {
  game: string;
  number: number;
  of: number;
  seats: number;
  seat: number;
  options: TableFacts["options"];
  layout: Layout;
  board: string;
  scene: Scene;
  best: number;
  frame: Frame;
  why: Message;
  merits: Record<number, Message>;
  timed: boolean;
  chances: number;
  other: number;
};

/** The number of the day it is here, counted from 1970. */
export const today = (now = new Date()): number =>
  Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / 86_400_000);

export async function puzzle(game: string, day: number): Promise<Puzzle> {
  const found = await ask<Puzzle>(`/api/puzzles/${word(game)}?day=${day}`);
  keep(game, found.layout.id, found.board);
  return {
    ...found,
    layout: completed<Layout>("Layout", found.layout),
    scene: completed<Scene>("Scene", found.scene),
    frame: {
      scene: completed<Scene>("Scene", found.frame.scene),
      events: found.frame.events.map((each) => completed<EventView>("EventView", each)),
    },
  };
}

/** Why these clicks cannot be done in a position. */
export const doubt = (game: string, number: number, clicks: string[]): Promise<Reason> =>
  ask(`/api/puzzles/${word(game)}/why`, json("POST", { number, clicks }));

/** A position as a script of one step. */
export const asScript = ({ game, seats, seat, layout, scene, frame }: Puzzle, names: string[]): Script => ({
  game,
  seats,
  seat,
  names,
  hurried: false,
  layout,
  steps: [{ ...USUAL_STEP, scene, say: { key: "ui.day.find" }, frames: [frame] }],
});

/** What the players are called, by seat: as the board calls them where it has letters for them, else by number. */
export const calledHere = ({ seats, seat, scene }: Pick<Puzzle, "seats" | "seat" | "scene">): Message[] =>
  Array.from({ length: seats }, (_, each) => {
    if (each === seat) return { key: "ui.first_game.you" };
    const mark = scene.standings.find((standing) => standing.seat === each)?.mark ?? "";
    return { key: "ui.box.player", args: { n: /^\p{L}$/u.test(mark) ? mark : each + 1 } };
  });

/** How often something comes about, from its chances in percent. */
export function often(percent: number): Message {
  const n = Math.round(percent / 10);
  if (n === 0 || n === 10) return { key: n ? "ui.day.always" : "ui.day.never" };
  return { key: "ui.day.times", args: { n } };
}

const daysOf = (name: string): Kept<Record<string, number>> =>
  kept(
    name,
    {},
    (value): value is Record<string, number> =>
      typeof value === "object" && value !== null && Object.values(value).every((each) => Number.isInteger(each)),
  );
/** The last day on which each game's position was found, by game. */
export const found = daysOf("days");
/** The last day on which each game's answer was shown before anybody found it. */
export const shown = daysOf("days_shown");

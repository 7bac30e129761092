/** A replay, as the server gives it. The game is a table's, or a record in the page. */

import type { SceneChange } from "../net/changes";
import { completed } from "../net/defaults";
import type { EventView, Layout, Move, Photo, Scene, TableFacts } from "../net/wire";
import { ask, json, problem, raw } from "./api";
import { loopback } from "./house";
import type { Lang, Message } from "./i18n";

/** Where a game comes from: a table, or the text of a record. */
export type Source = { table: string } | { record: string };

/** The photo finish of a race: after the first `begun` moves its cue had come, after `done` all hands were decided. */
export type Finished = { begun: number; done: number; photo: Photo };

export type Game = {
  table: TableFacts;
  layout: Layout;
  board: string;
  moves: Move[];
  scene: Scene;
  changes: SceneChange[];
  photos: Finished[];
  /** The numbers of moves before each turn. */
  turns: number[];
  /** The seat that would act next where the moves end; -1 where the rules ended the game. */
  due: number;
  no_chances: Message | null;
  no_what_if: Message | null;
};

/** An action that a search considered, and its seat's chances after it. */
export type Candidate = { action: number; value: number; visits: number; view: EventView };
/** What a search found at a moment: everybody's chances, and the best actions of the seat that acted next. `missed`: by how much the best
beats what was played; 0 if it hardly does. `stopped`: the game was given up or called off here; `seat` is then the one that would have
acted. `why`: what speaks for the best, where
 * something else was played and the game says it. */
export type Weighed = {
  move: number;
  seat: number;
  chances: number[];
  best: Candidate[];
  played: Candidate | null;
  missed: number;
  stopped?: boolean;
  why?: Message | null;
};
export type TurningPoint = { move: number; until: number; actor: number; seat: number; before: number; after: number };
export type Chances = {
  of: number;
  done: number;
  ready: boolean;
  failed: boolean;
  why: Message | null;
  points: Weighed[];
  turning_points: TurningPoint[];
};

/** A whole game, as far as this guest may see it. */
export async function game(source: Source): Promise<Game> {
  const found = await ask<Game>("/api/replay", json("POST", source));
  const moves = found.moves.map((move) => completed<Move>("Move", move));
  return { ...found, layout: completed("Layout", found.layout), moves };
}

function candidate(each: Candidate): Candidate {
  return { ...each, view: completed("EventView", each.view) };
}

/** A point with all that its views say. */
export function weighed(each: Weighed): Weighed {
  return { ...each, best: each.best.map(candidate), played: each.played && candidate(each.played) };
}

/** Everybody's chances, without the points known already; the server computes the rest as long as somebody asks. */
export async function chances(source: Source, known: number): Promise<Chances> {
  const found = await ask<Chances>("/api/replay/chances", json("POST", { ...source, known }));
  return { ...found, points: found.points.map(weighed) };
}

/** What the strongest robot finds at a moment. */
export const champion = async (source: Source, move: number): Promise<Weighed> =>
  weighed(await ask("/api/replay/champion", json("POST", { ...source, move })));

/** Everybody's chances where a table stands that began at a moment of another game. */
export const now = async (table: string): Promise<Weighed> =>
  weighed(await ask("/api/replay/now", json("POST", { table })));

/** Make a table that begins at a moment of the game: against robots, or with all seats mine, called by `names`, where `seat` is null. `action`: what
 * is played there first, where it is known. */
export const whatIf = (
  source: Source,
  move: number,
  seat: number | null,
  level: string,
  name: string,
  names: string[],
  action: number | null = null,
): Promise<{ id: string }> =>
  ask(
    "/api/replay/what-if",
    json("POST", {
      ...source,
      move,
      level,
      name,
      ...(action === null ? {} : { action }),
      ...(seat === null ? { everybody: true, names } : { seat }),
    }),
  );

/** The board at a moment as SVG, with the names, the result or how far the game is, and the address of this site where others may come. */
export async function picture(
  source: Source,
  move: number,
  lang: Lang,
  names: string[],
  result: Message | null,
  at: Message,
): Promise<string> {
  const answer = await raw(
    "/api/replay/picture",
    json("POST", {
      ...source,
      move,
      lang,
      names,
      result,
      at,
      site: loopback(location.hostname) ? "" : location.host.slice(0, 100),
    }),
  );
  if (!answer.ok) throw await problem(answer);
  return answer.text();
}

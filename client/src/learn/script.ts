/** A guided first game as the server tells it (`scene/first_game.py`). */

import { ask, json, word } from "../lib/api";
import type { Message } from "../lib/i18n";
import { completed } from "../net/defaults";
import type { Reason } from "../net/link.svelte";
import type { EventView, Layout, Scene } from "../net/wire";

/** What happens after a step: somebody acts, and chance follows. */
export type Frame = { scene: Scene; events: EventView[] };
export type Step = {
  scene: Scene;
  say: Message;
  picture: string[];
  rules: string[];
  point: string[];
  frames: Frame[];
  forgiven: Message | null;
  wait_ms: number;
  tempting: string[];
  cry: Message | null;
  by: number;
  timed: boolean;
  later: boolean;
};
export type Script = {
  game: string;
  seats: number;
  seat: number;
  names: string[];
  hurried: boolean;
  layout: Layout;
  steps: Step[];
};

export const USUAL_STEP = {
  picture: [],
  rules: [],
  point: [],
  frames: [],
  forgiven: null,
  wait_ms: 0,
  tempting: [],
  cry: null,
  by: -1,
  timed: false,
  later: false,
};

function whole(step: Step): Step {
  const frames = (step.frames ?? []).map(({ scene, events }) => ({
    scene: completed<Scene>("Scene", scene),
    events: events.map((each) => completed<EventView>("EventView", each)),
  }));
  return { ...USUAL_STEP, ...step, frames, scene: completed<Scene>("Scene", step.scene) };
}

/** A game's guided first game. */
export async function script(game: string): Promise<Script> {
  const found = await ask<Script>(`/api/first-game/${word(game)}`);
  return { ...found, layout: completed<Layout>("Layout", found.layout), steps: found.steps.map(whole) };
}

/** Why these clicks cannot be done at a step. */
export const doubt = (game: string, step: number, clicks: string[]): Promise<Reason> =>
  ask(`/api/first-game/${word(game)}/why`, json("POST", { step, clicks }));

import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { Live } from "../live/live.svelte";
import type { Play } from "./play.svelte";
import { TableStore } from "./tableStore.svelte";

it("covers secrets at a shared screen with each turn, and not before", () => {
  let scene = $state.raw({ actors: [0], panels: [] });
  const table = { game: "g", phase: "playing", chairs: [], takebacks: [] };
  const play = {
    link: {
      table,
      moves: [],
      said: [],
      layout: null,
      you: { seats: [0, 1] },
      get scene() {
        return scene;
      },
    },
    at: null,
    get scene() {
      return scene;
    },
  };
  let store!: TableStore;
  const end = $effect.root(() => {
    store = new TableStore(play as unknown as Play, { on: false } as Live, () => "");
  });
  flushSync();
  const looks = (actors: number[]): number[] => {
    scene = { actors, panels: [] };
    flushSync();
    return [...store.looking];
  };
  store.looking = new Set([0]);
  expect(looks([0])).toEqual([0]);
  expect(looks([1])).toEqual([]);
  end();
});

/** The keys of a game of speed, for the player aid and the page of keys: those of the hand, of things, and the game's own. */

import type { Line } from "../lib/keysHere.svelte";
import type { Scene } from "../net/wire";
import { keyed } from "./seatControls";

export function raceKeys(scene: Scene): Line[] {
  return [
    { keys: ["ArrowLeft", "ArrowRight", "Enter"], says: { key: "ui.keys.cards" } },
    { keys: ["1", "…", "9"], says: { key: "ui.keys.things" } },
    ...keyed(scene).map(({ hotkey, label }) => ({ keys: [hotkey], says: label })),
  ];
}

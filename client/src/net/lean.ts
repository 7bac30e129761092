/** What the server leaves out of choices because it is as usual, put in again. */

import type { Choices, Node, Scene } from "./wire";

const USUAL: Omit<Node, "click"> = { action: -1, next: [], key: 0, extra: {}, binds: false, marks: false, way: [], hint: -1, overlay: -1, preview: -1, raced: false };

/** Choices with all that each node says. */
export function whole(choices: Choices): Choices {
  return { ...choices, nodes: choices.nodes.map((node) => ({ ...USUAL, ...node })) };
}

/** A scene with its choices whole. */
export function wholeScene(scene: Scene): Scene {
  return { ...scene, choices: scene.choices.map(whole) };
}

import { describe, expect, it } from "vitest";
import { complete } from "./defaults";
import type { Incoming } from "./wire";
import { USUAL } from "./wire.generated";

const heard = (message: object): Incoming => complete(message as Incoming);
const scene = {
  game: "g",
  layout: "l",
  prompt: { key: "p" },
  standings: [],
  pieces: [{ id: "a", sprite: "s", place: "x", label: { key: "k" }, tint: "red" }],
};

describe("what the server leaves out", () => {
  it("is put into the nodes of choices", () => {
    const choices = {
      seat: 0,
      nodes: [{ click: "a" }, { click: "b", action: 3, next: [0], overlay: 1 }],
      roots: [0],
      keys: [],
    };
    const answer = heard({ t: "choices", id: "m", choices });
    if (answer.t !== "choices") throw new Error(answer.t);
    expect(answer.choices).toEqual({
      ...USUAL.Choices,
      ...choices,
      nodes: [
        { ...USUAL.Node, click: "a" },
        { ...USUAL.Node, click: "b", action: 3, next: [0], overlay: 1 },
      ],
    });
    expect(answer.choices.nodes[0]).toMatchObject({ action: -1, next: [], key: 0, hint: -1, chosen: null });
  });

  it("is put into a scene and all that lies in it, and leaves what was said", () => {
    const update = heard({
      t: "update",
      scene,
      layout: null,
      moves: [{ n: 1, seat: 0, text: "a", message: { key: "m" }, motions: [{ piece: "a", path: ["x"], kind: "hop" }] }],
    });
    if (update.t !== "update") throw new Error(update.t);
    expect(update.scene).toMatchObject({ choices: [], panels: [], last: null, due_ms: -1, turn: 0 });
    expect(update.scene!.pieces[0]).toMatchObject({ tint: "red", seat: -1, cover: null, pattern: [] });
    expect(update.moves[0]).toMatchObject({ trace: [], sound: "", cry: null, motions: [{ after: false }] });
    expect(update.layout).toBeNull();
  });

  it("is put into scenes of refusals and old moves, and into nothing without a scene", () => {
    for (const message of [
      { t: "rejected", scene },
      { t: "past", scene },
    ])
      expect(heard(message)).toMatchObject({ scene: { choices: [], pieces: [{ order: 0 }] } });
    expect(heard({ t: "rejected", scene: null })).toEqual({ t: "rejected", scene: null });
    expect(heard({ t: "applied", command_id: "c", seq: 3 })).toEqual({ t: "applied", command_id: "c", seq: 3 });
  });
});

import { describe, expect, it } from "vitest";
import { whole, wholeScene } from "./lean";
import type { Choices, Scene } from "./wire";

const lean = { seat: 0, nodes: [{ click: "a" }, { click: "b", action: 3, next: [0], overlay: 1 }], roots: [0], keys: [], buttons: [], more: false } as unknown as Choices;

describe("what the server leaves out", () => {
  it("is put in again", () => {
    expect(whole(lean).nodes).toEqual([
      { click: "a", action: -1, next: [], key: 0, extra: {}, binds: false, marks: false, way: [], hint: -1, overlay: -1, preview: -1, raced: false },
      { click: "b", action: 3, next: [0], key: 0, extra: {}, binds: false, marks: false, way: [], hint: -1, overlay: 1, preview: -1, raced: false },
    ]);
  });

  it("is put into the choices of a scene", () => {
    expect(wholeScene({ choices: [lean] } as unknown as Scene).choices[0]!.nodes[0]!.action).toBe(-1);
  });
});

import { describe, expect, it } from "vitest";
import type { Motion } from "../net/wire";
import { poseFrames, tracks, wayFrames, type Point } from "./motion";

const points: Record<string, Point> = { a: { x: 0, y: 0 }, b: { x: 10, y: 0 }, c: { x: 10, y: 10 } };
const at = (place: string): Point | undefined => points[place];

const go = (piece: string, path: string[], kind: string, after = false): Motion => ({ piece, path, kind, after });

const rising = (frames: Keyframe[]): boolean => {
  const offsets = frames.map((frame) => Number(frame.offset));
  return offsets.every((offset, i) => offset >= 0 && offset <= 1 && (i === 0 || offset >= offsets[i - 1]!));
};

describe("motion", () => {
  it("hops hop by hop, 140 ms each", () => {
    const track = tracks([[go("k", ["a", "b", "c"], "hop")]], at).get("k")!;
    expect(track.legs.map((leg) => [leg.start, leg.length])).toEqual([
      [0, 140],
      [140, 140],
    ]);
    expect(track.end).toBe(280);
  });

  it("shows moves one after the other, and a piece's motions in turn", () => {
    const moves = [[go("k", ["a", "b"], "hop"), go("k", ["b"], "flip")], [go("m", ["b", "c"], "slide")]];
    const found = tracks(moves, at);
    expect(found.get("k")!.end).toBe(340);
    expect(found.get("m")!.legs[0]!.start).toBeGreaterThanOrEqual(340);
    for (const track of found.values()) {
      expect(rising(wayFrames(track))).toBe(true);
      expect(rising(poseFrames(track, 10))).toBe(true);
      expect(wayFrames(track)[0]!.offset).toBe(0);
    }
  });

  it("lets a piece that moves again wait for those that moved meanwhile", () => {
    const first = go("m", ["a", "c"], "slide");
    const hop = go("k", ["c", "b", "a"], "hop");
    const back = go("m", ["c", "a"], "slide");
    const found = tracks([[first, hop, go("k", ["a"], "flip"), back]], at);
    expect(found.get("m")!.legs.map((leg) => leg.start)).toEqual([0, 480]);
    expect(found.get("k")!.legs.map((leg) => leg.start)).toEqual([0, 140, 280]);
    expect(
      tracks([[first, hop, back]], at, (motion) => motion !== back)
        .get("m")!
        .legs.map((leg) => leg.start),
    ).toEqual([0]);
  });

  it("lets what comes after wait for what caused it", () => {
    const hop = go("k", ["c", "b", "a"], "hop");
    const sent = go("m", ["a", "c"], "slide", true);
    expect(
      tracks([[hop, sent]], at)
        .get("m")!
        .legs.map((leg) => leg.start),
    ).toEqual([280]);
    expect(
      tracks([[hop, sent]], at, (motion) => motion === hop)
        .get("m")!
        .legs.map((leg) => leg.start),
    ).toEqual([0]);
  });

  it("shrinks a piece that goes to a smaller place", () => {
    const wide = (place: string): Point => ({ ...points[place]!, w: place === "a" ? 10 : 5 });
    const frames = wayFrames(tracks([[go("k", ["a", "b"], "vanish")]], wide).get("k")!, 5);
    expect(frames.map((frame) => /scale\((.*)\)/.exec(String(frame["transform"]))![1])).toEqual(["2", "1"]);
  });

  it("skips what has been seen and what lies nowhere", () => {
    expect(tracks([[go("k", ["a", "b"], "hop")]], at, () => true).size).toBe(0);
    expect(tracks([[go("k", ["x", "y"], "hop")]], at).size).toBe(0);
  });
});

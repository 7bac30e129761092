import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sound } from "../lib/prefs";
import { chime, isCalled } from "./call";

describe("a turn that has come", () => {
  it("is called to a page that is hidden, however short the wait was", () => {
    expect(isCalled(true, 0)).toBe(true);
    expect(isCalled(true, 60_000)).toBe(true);
  });

  it("is called to a page that is looked at only after a while", () => {
    expect(isCalled(false, 0)).toBe(false);
    expect(isCalled(false, 4999)).toBe(false);
    expect(isCalled(false, 5000)).toBe(true);
    expect(isCalled(false, 60_000)).toBe(true);
  });
});

describe("the sound of a call", () => {
  let pitches: number[] = [];
  let contexts = 0;

  class Sounding {
    currentTime = 0;
    state = "running";
    destination = {};
    constructor() {
      contexts += 1;
    }
    createGain() {
      return {
        gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
        connect: (next: unknown) => next,
      };
    }
    createOscillator() {
      const frequency = { value: 440 };
      return {
        type: "sine",
        frequency,
        connect: (next: unknown) => next,
        start: () => pitches.push(frequency.value),
        stop: () => undefined,
      };
    }
  }

  function touched(hasBeenActive: boolean): void {
    vi.stubGlobal("AudioContext", Sounding);
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive } });
  }

  beforeEach(() => {
    pitches = [];
    contexts = 0;
  });
  afterEach(() => {
    sound.set(true);
    vi.unstubAllGlobals();
  });

  it("is not made before the page was touched, nor where sounds are off", () => {
    touched(false);
    chime();
    touched(true);
    sound.set(false);
    chime();
    expect(pitches).toEqual([]);
    expect(contexts).toBe(0);
  });

  it("is two notes, the second higher", () => {
    touched(true);
    chime();
    expect(pitches).toHaveLength(2);
    expect(pitches[1]).toBeGreaterThan(pitches[0]!);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PracticeScript, Step } from "../lib/api";
import type { Clock } from "./clock";
import { Practice } from "./practice.svelte";

const step = (more: Partial<Step>): Step => ({ scene: {} as Step["scene"], say: { key: "say" }, want: [], wait_ms: 0, tempting: [], forgiven: null, rules: [], cry: null, by: -1, timed: false, ...more });

/** A practice at a clock that the test sets; frames are painted when it says so. */
function begun(...steps: Partial<Step>[]): { practice: Practice; time: { now: number }; paint: () => void; heard: string[] } {
  const time = { now: 1000 };
  const heard: string[] = [];
  let painted: ((at: number) => void) | null = null;
  const clock: Clock = { now: () => time.now, painted: (done) => (painted = done), every: () => () => undefined, after: () => () => undefined, visible: () => true };
  const script: PracticeScript = { layout: {} as PracticeScript["layout"], seat: 0, names: [], steps: steps.map(step) };
  const practice = new Practice(script, ({ say }) => heard.push(say.key), clock);
  return { practice, time, heard, paint: () => painted?.(time.now) };
}

describe("a practice", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("goes on when what is wanted is done, and minds nothing else", () => {
    const { practice, heard } = begun({ want: ["cow"], say: { key: "a" } }, { say: { key: "b" } });
    expect([practice.click("frog", 0), practice.index]).toEqual([false, 0]);
    expect([practice.click("cow", 0), practice.index]).toEqual([true, 1]);
    expect(heard).toEqual(["a", "b"]);
    expect([practice.reads, practice.last]).toEqual([true, true]);
    practice.on();
    expect(practice.index).toBe(1);
  });

  it("forgives what tempts, says why, and waits anew", () => {
    const { practice } = begun({ wait_ms: 4000, tempting: ["pawn"], forgiven: { key: "out" } }, {});
    vi.advanceTimersByTime(3000);
    expect(practice.click("pawn", 0)).toBe(true);
    expect(practice.pardon).toEqual({ key: "out" });
    vi.advanceTimersByTime(3999);
    expect(practice.index).toBe(0);
    vi.advanceTimersByTime(1);
    expect([practice.index, practice.pardon]).toEqual([1, null]);
  });

  it("says how long one took from when the step was seen", () => {
    const { practice, time, paint } = begun({ want: ["pawn"], timed: true }, {});
    time.now = 1016;
    paint();
    time.now = 1400;
    practice.click("pawn", 1336.4);
    expect(practice.took).toBe(320);
  });

  it("does nothing any more once it is closed", () => {
    const { practice } = begun({ wait_ms: 100 }, {});
    practice.end();
    vi.advanceTimersByTime(1000);
    expect(practice.index).toBe(0);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Line, waitBefore } from "./line";
import type { Listener } from "./transport";

interface Opened {
  told: Listener;
  sent: string[];
  closed: boolean;
}

let all: Opened[];
let heard: string[];
let awaits: boolean;
let line: Line;
let page: EventTarget;
const last = (): Opened => all.at(-1)!;

function laid(network = true): Line {
  return new Line(
    {
      network,
      connect: (told) => {
        const one: Opened = { told, sent: [], closed: false };
        all.push(one);
        return {
          get open() {
            return !one.closed;
          },
          send: (text) => void one.sent.push(text),
          close: () => void (one.closed = true),
        };
      },
    },
    {
      greet: () => heard.push("greet"),
      message: (text) => heard.push(text),
      lost: () => heard.push("lost"),
      ask: () => heard.push("ask"),
      awaits: () => awaits,
    },
  );
}

/** The line is there, and the server has answered. */
function stands(network = true): void {
  line = laid(network);
  line.start();
  last().told.opened();
  line.welcomed();
  heard = [];
}

beforeEach(() => {
  vi.useFakeTimers();
  [all, heard, awaits, page] = [[], [], false, new EventTarget()];
  vi.stubGlobal("window", page);
});
afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the line to a server", () => {
  it("greets on each new connection, and hands on what comes and what goes", () => {
    line = laid();
    expect([line.open, all.length]).toEqual([false, 0]);
    line.start();
    last().told.opened();
    last().told.message("a");
    line.send("b");
    expect([heard, last().sent, line.open]).toEqual([["greet", "a"], ["b"], true]);
  });

  it("retries with growing pauses, which are short again after a welcome", () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    stands();
    for (const wait of [400, 800, 1600]) {
      const before = all.length;
      last().told.lost(false);
      vi.advanceTimersByTime(wait - 1);
      expect(all).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(all).toHaveLength(before + 1);
    }
    line.welcomed();
    last().told.lost(false);
    vi.advanceTimersByTime(400);
    expect(all).toHaveLength(5);
    vi.mocked(Math.random).mockRestore();
  });

  it("follows at once what has moved, but not for ever", () => {
    stands();
    for (let time = 0; time < 5; time++) {
      last().told.lost(true);
      vi.advanceTimersByTime(150);
    }
    expect(all).toHaveLength(6);
    last().told.lost(true);
    vi.advanceTimersByTime(150);
    expect(all).toHaveLength(6);
  });

  it("hears nothing more from what it has left behind", () => {
    stands();
    const old = last().told;
    line.lose();
    vi.advanceTimersByTime(1000);
    heard = [];
    old.opened();
    old.message("late");
    old.lost(false);
    expect([all.length, all[0]!.closed, heard]).toEqual([2, true, []]);
  });

  it("pings after a silence, sooner while an answer is due, and then gives up", () => {
    stands();
    vi.advanceTimersByTime(15_000);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(heard).toEqual(["ask"]);
    last().told.message("still there");
    awaits = true;
    vi.advanceTimersByTime(5_000);
    expect(heard).toEqual(["ask", "still there", "ask"]);
    vi.advanceTimersByTime(9_000);
    expect(heard).toEqual(["ask", "still there", "ask", "lost"]);
  });

  it("gives up a connection on which no greeting is answered", () => {
    line = laid();
    line.start();
    vi.advanceTimersByTime(8_000);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect([heard, all[0]!.closed]).toEqual([["lost"], true]);
  });

  it("is lost with the network and comes back with it, leaving no connection behind", () => {
    stands();
    page.dispatchEvent(new Event("online"));
    expect(all).toHaveLength(1);
    page.dispatchEvent(new Event("offline"));
    expect(heard).toEqual(["lost"]);
    page.dispatchEvent(new Event("online"));
    page.dispatchEvent(new Event("online"));
    expect(all.map(({ closed }) => closed)).toEqual([true, true, false]);
  });

  it("says nothing and does nothing once it is closed, and may be laid anew", () => {
    stands();
    line.close();
    page.dispatchEvent(new Event("offline"));
    page.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect([all.length, last().closed, line.open, heard]).toEqual([1, true, false, []]);
    line.start();
    last().told.opened();
    expect([all.length, heard]).toEqual([2, ["greet"]]);
  });

  it("knows of no network where there is none: silence is no doubt", () => {
    stands(false);
    awaits = true;
    page.dispatchEvent(new Event("offline"));
    vi.advanceTimersByTime(120_000);
    expect([all.length, heard]).toEqual([1, []]);
  });
});

it("waits longer and longer, never too long", () => {
  expect(waitBefore(0, 0.5)).toBe(400);
  expect(waitBefore(3, 0.5)).toBe(3200);
  expect(waitBefore(50, 0.5)).toBe(10_000);
});

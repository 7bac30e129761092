import { afterEach, expect, it, vi } from "vitest";
import { audible } from "./audible";

class Fake {
  static made = 0;
  state = "running";
  resumed = 0;
  wakes: boolean | "never" = true;
  constructor() {
    Fake.made++;
  }
  resume(): Promise<void> {
    this.resumed++;
    if (this.wakes === "never") return new Promise(() => undefined);
    if (!this.wakes) return Promise.reject(new Error("interrupted"));
    this.state = "running";
    return Promise.resolve();
  }
  close(): Promise<void> {
    this.state = "closed";
    return Promise.resolve();
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("sounds again after an interruption, with a new context if the old one stays silent", async () => {
  vi.stubGlobal("AudioContext", Fake);
  const first = audible(null) as unknown as Fake;
  expect(audible(first as unknown as AudioContext)).toBe(first);
  first.state = "interrupted";
  expect(audible(first as unknown as AudioContext)).toBe(first);
  expect([first.resumed, first.state]).toEqual([1, "running"]);
  first.state = "interrupted";
  first.wakes = false;
  audible(first as unknown as AudioContext);
  await Promise.resolve();
  await Promise.resolve();
  const second = audible(first as unknown as AudioContext);
  expect(second).not.toBe(first);
  expect([Fake.made, first.state]).toEqual([2, "closed"]);
});

it("replaces a context that never answers, once a moment", () => {
  vi.stubGlobal("AudioContext", Fake);
  vi.useFakeTimers();
  const first = audible(null) as unknown as Fake;
  [first.state, first.wakes] = ["interrupted", "never"];
  expect(audible(first as unknown as AudioContext)).toBe(first);
  expect(audible(first as unknown as AudioContext)).toBe(first);
  vi.advanceTimersByTime(1_000);
  expect(audible(first as unknown as AudioContext)).not.toBe(first);
  expect(first.state).toBe("closed");
  const second = audible(null) as unknown as Fake;
  for (let call = 0; call < 2; call++) {
    second.state = "interrupted";
    expect(audible(second as unknown as AudioContext)).toBe(second);
    expect(audible(second as unknown as AudioContext)).toBe(second); // it goes on: the next call is not held against it
    vi.advanceTimersByTime(60_000);
  }
});

import { afterEach, expect, it, vi } from "vitest";
import { audible } from "./audible";

class Fake {
  static made = 0;
  state = "running";
  resumed = 0;
  wakes = true;
  constructor() {
    Fake.made++;
  }
  resume(): Promise<void> {
    this.resumed++;
    if (!this.wakes) return Promise.reject(new Error("interrupted"));
    this.state = "running";
    return Promise.resolve();
  }
  close(): Promise<void> {
    this.state = "closed";
    return Promise.resolve();
  }
}

afterEach(() => vi.unstubAllGlobals());

it("sounds again after an interruption, with a new context where the old one does not wake", async () => {
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

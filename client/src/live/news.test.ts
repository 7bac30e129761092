import { describe, expect, it, vi } from "vitest";
import type { Move } from "../net/wire";
import { caption, worth } from "./news";

vi.mock("../lib/i18n", () => ({ known: (key: string) => key === "cards.dealt.many" }));

const move = (seat: number, key: string, sound = "", cry: Move["cry"] = null): Move => ({
  n: 1,
  seat,
  text: "",
  message: { key },
  motions: [],
  trace: [],
  sound,
  cry,
  brief: null,
  moment: null,
  turn: 0,
  prepares: false,
});
const keys = (...moves: Move[]): string[] => worth(moves).map(({ message }) => message.key);

describe("what a screen reader is told", () => {
  it("is one line for a deal", () => {
    expect(keys(...Array.from({ length: 18 }, () => move(-1, "cards.dealt", "card")))).toEqual(["cards.dealt.many"]);
  });

  it("is nothing of each card that is laid down, but what comes of the last one", () => {
    expect(keys(move(0, "choose", "card"), move(1, "choose", "card"), move(2, "event.then", "card"))).toEqual([
      "event.then",
    ]);
  });

  it("is what is called, grabbed and heard", () => {
    expect(
      keys(
        move(0, "stop", "stop", { key: "cry" }),
        move(1, "grab", "grab"),
        move(2, "silent"),
        move(-2, "time.over", "resume"),
      ),
    ).toEqual(["stop", "grab", "time.over"]);
  });
});

describe("what is written of what is heard", () => {
  const written = (seat: number, sound: string, cry: Move["cry"] = null) =>
    caption({ seat, sound, cry }, { key: "swap" }, "Ada");
  it("tells what was done with cards, and of none that nobody laid down", () => {
    expect(written(0, "card")).toEqual({ key: "ui.live.does", args: { who: "Ada", what: { key: "swap" } } });
    expect(written(-1, "card")).toEqual({ key: "swap" });
    expect(written(0, "grab")).toEqual({ key: "ui.heard.grab", args: { who: "Ada" } });
    expect(written(0, "card", { key: "cry" }).key).toBe("ui.live.says");
  });
});

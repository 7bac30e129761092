import { describe, expect, it } from "vitest";
import { Travel, type Pointed } from "./pointerTravel";

const at = (clientX: number, timeStamp: number, pointerType = "mouse"): Pointed => ({
  clientX,
  clientY: 0,
  timeStamp,
  pointerType,
});

describe("a pointer's way", () => {
  it("counts from when it set off after the cue to the press", () => {
    const travel = new Travel();
    travel.move(at(10, 500));
    travel.begin();
    travel.move(at(12, 1250));
    travel.move(at(300, 1600));
    travel.down(at(300, 1850));
    expect(travel.until(1850)).toBe(600);
    expect(travel.until(1851), "another press").toBe(0);
  });

  it("is none where the pointer was there already, or what was done was no pointer's", () => {
    const travel = new Travel();
    travel.move(at(10, 500));
    travel.begin();
    travel.down(at(10, 1300));
    expect(travel.until(1300), "it never moved").toBe(0);
    travel.move(at(20, 1400));
    travel.down(at(20, 1500));
    expect(travel.until(1500), "it trembled").toBe(0);
    travel.move(at(300, 1700));
    travel.down(at(300, 1800, "touch"));
    expect(travel.until(1800), "a finger comes from above").toBe(0);
  });

  it("begins anew with each cue", () => {
    const travel = new Travel();
    travel.begin();
    travel.move(at(0, 100));
    travel.move(at(200, 150));
    travel.begin();
    travel.down(at(200, 900));
    expect(travel.until(900)).toBe(0);
  });
});

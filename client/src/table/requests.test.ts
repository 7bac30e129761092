import { beforeEach, describe, expect, it } from "vitest";
import type { Play } from "./play.svelte";
import { Requests } from "./requests.svelte";
import type { Waiting } from "./waiting.svelte";

const chair = (seat: number, more = {}) => ({
  ...{ seat, who: "person", name: `P${seat}`, yours: seat === 0, online: true, resigned: false, stand_in: false },
  ...{ resigns_ms: -1, absent_ms: -1, nudged_ms: -1, heard_ms: -1 },
  ...more,
});
const usual = () => ({
  chatting: false,
  link: {
    table: { id: "T", phase: "playing", asking: null as object | null, chairs: [chair(0), chair(1)] },
    scene: { actors: [0] },
    you: { lost: [], seats: [0] },
    said: [],
  },
});
const usually = { shows: true, sheet: true, brisk: false, drawer: false, covers: false, parted: false, told: 40 };
let play: ReturnType<typeof usual>;
let place: { -readonly [key in keyof typeof usually]: (typeof usually)[key] };
let reminded: boolean;
let requests: Requests;

beforeEach(() => {
  [play, place, reminded] = [usual(), { ...usually }, false];
  const waiting = { reminder: () => ({ state: reminded ? "sent" : "none", left: 0 }) };
  requests = new Requests(play as unknown as Play, waiting as unknown as Waiting, place);
});

const resigns = (seat: number): void => {
  play.link.table.chairs = play.link.table.chairs.map((each) =>
    each.seat === seat ? { ...each, resigns_ms: 9 } : each,
  );
};
const asks = (): void => void (play.link.table.asking = { kind: "end", seat: 1, waiting: [0] });

describe("the sheet of a phone", () => {
  it("is not there while nothing is told, nor before the game is shown", () => {
    expect([requests.any, requests.over]).toEqual([false, false]);
    asks();
    expect([requests.any, requests.over]).toEqual([true, true]);
    place.shows = false;
    expect([requests.any, requests.over]).toEqual([false, false]);
  });

  it("has the goal's place for what is only told, and one line where that is taken or too low", () => {
    resigns(1);
    expect([requests.pressing, requests.lies]).toEqual([false, "aloft"]);
    place.parted = true;
    expect(requests.lies).toBe("line");
    [place.parted, place.told] = [false, 20];
    expect(requests.lies).toBe("line");
  });

  it("covers the last event while a press is awaited, else the sentence beside it", () => {
    resigns(0);
    expect([requests.pressing, requests.lies, requests.hushes]).toEqual([true, "foot", false]);
    place.covers = true;
    expect([requests.lies, requests.hushes]).toEqual(["sentence", true]);
  });

  it("lies over the sentence with a question, which comes before a reminder", () => {
    reminded = true;
    expect(requests.nudged.map(({ seat }) => seat)).toEqual([0]);
    asks();
    expect([requests.nudged, requests.lies, requests.hushes]).toEqual([[], "question", true]);
  });

  it("moves away from the drawer, and then covers nothing that is told", () => {
    asks();
    place.drawer = true;
    expect([requests.lies, requests.over, requests.hushes]).toEqual(["drawn", false, false]);
  });
});

import { describe, expect, it, vi } from "vitest";
import type { Answer, Link } from "../net/link.svelte";
import type { Photo, RaceFacts } from "../net/wire";
import { answered, reaction, when, type Clock } from "./clock";
import { Racing } from "./racing.svelte";

/** A table without a server, and a clock that the test moves. */
function table(seats = [0]) {
  const sent: Record<string, unknown>[] = [];
  const answers: ((answer: Answer) => void)[] = [];
  const ids: string[] = [];
  const wait = (what: Record<string, unknown>): Promise<Answer> => {
    sent.push(what);
    return new Promise((resolve) => answers.push(resolve));
  };
  const link = {
    race: null as RaceFacts | null,
    you: { seats, name: "" },
    command: (what: Record<string, unknown>) => wait({ t: "command", ...what }),
    claim: (id: string, cue: string, seat: number, action: number, ms: number) => {
      ids.push(id);
      return wait({ t: "claim", cue, seat, action, ms });
    },
    say: (what: Record<string, unknown>) => sent.push(what),
    withdrawn: 0,
    withdraw: () => link.withdrawn++,
    held: false,
    hold: () => (link.held = true),
    release: () => (link.held = false),
  };
  let ticks: (() => void)[] = [];
  let paints: (() => void)[] = [];
  let later: (() => void)[] = [];
  const time = { now: 1000, visible: true };
  const clock: Clock = {
    now: () => time.now,
    painted: (done) => paints.push(() => done(time.now)),
    every: (_, call) => {
      ticks.push(call);
      return () => (ticks = ticks.filter((each) => each !== call));
    },
    after: (_, call) => {
      later.push(call);
      return () => (later = later.filter((each) => each !== call));
    },
    visible: () => time.visible,
  };
  const seen: string[] = [];
  const racing = new Racing(link as unknown as Link, { seen: (kind) => seen.push(kind) }, clock);
  const paint = (): void => {
    const due = paints;
    paints = [];
    for (const each of due) each();
  };
  return {
    seen,
    racing,
    link,
    sent,
    answers,
    ids,
    time,
    paint,
    tick: () => ticks.forEach((each) => each()),
    wait: () => later.forEach((each) => each()),
  };
}

const race = (cue: string, seats: number[], actions?: number[]): RaceFacts =>
  ({ cue, kind: "grab", at_ms: 0, by: -1, seats, ...(actions ? { actions } : {}) }) as RaceFacts;
const photo = (rows: number, kind: Photo["kind"] = "grab"): Photo => ({
  cue: "a",
  kind,
  slow: false,
  doubtful: false,
  window_ms: 100,
  rows: Array.from({ length: rows }, (_, seat) => ({ seat }) as Photo["rows"][0]),
});

describe("the clock of reactions", () => {
  it("counts from what was seen to the event's own stamp, never below nothing", () => {
    expect(reaction(1000, 1231.26)).toBe(231.3);
    expect(reaction(1000, 990)).toBe(0);
  });

  it("counts from a cue's arrival if its paint was stamped too late to be seen", () => {
    expect(answered(1000, 1020, 1250)).toBe(230); // as usual
    expect(answered(1000, 1180, 1230)).toBe(230); // stamped 180 ms late
    expect(answered(1000, 1020, 1060)).toBe(60); // really too soon
    expect(answered(1000, 0, 1090)).toBe(90); // not painted yet
  });

  it("takes stamps of another clock for now", () => {
    expect(when(950, 1000)).toBe(950);
    expect(when(1_700_000_000_000, 1000)).toBe(1000);
    expect(when(0, 1000)).toBe(1000);
  });
});

describe("a race", () => {
  it("urges nobody who called without the cards for it", () => {
    const { racing } = table([0]);
    racing.calls(0, false);
    racing.fire("c1", "grab", { ...race("c1", [0]), by: 0 });
    expect(racing.urges).toBe(false);
    racing.fire("c2", "grab", race("c2", [0]));
    expect(racing.urges).toBe(true);
    racing.calls(0, true);
    racing.fire("c3", "grab", { ...race("c3", [0]), by: 0 });
    expect(racing.urges).toBe(true);
  });

  it("is timed from the paint after the cue to the press, not to when the press is heard of", async () => {
    const { racing, sent, answers, time, paint, link } = table();
    racing.fire("c1", "grab");
    time.now = 1012;
    expect(link.held).toBe(true);
    paint();
    expect(link.held).toBe(false);
    link.race = race("c1", [0]);
    time.now = 1300;
    const done = racing.press(0, "pawn.2", 7, true, 1242);
    expect(sent).toEqual([{ t: "claim", cue: "c1", seat: 0, action: 7, ms: 230 }]);
    expect(racing.pressed.has("0/pawn.2")).toBe(true);
    answers[0]!({ ok: true, seq: 4 });
    expect(await done).toEqual({ ok: true, seq: 4 });
    expect(racing.pressed.size).toBe(0);
  });

  it("is told of by the cue, and the table goes on only once every hand has pressed", () => {
    const { racing, sent, time, paint, link, seen } = table([0, 3]);
    racing.fire("c1", "grab", race("c1", [0, 3], [6, 7]));
    expect(link.race?.cue).toBe("c1");
    expect(seen).toEqual([]);
    paint();
    expect(seen, "heard and felt once it is painted").toEqual(["grab"]);
    expect(link.held).toBe(true);
    time.now = 1300;
    expect(racing.covers(0, 8, true), "what the cue does not name is not raced for").toBe(false);
    void racing.press(0, "pawn.1", 6, false, 1290);
    paint();
    expect(link.held, "another hand is still to come").toBe(true);
    void racing.press(3, "pawn.2", 7, false, 1295);
    expect(link.held, "the press is seen first").toBe(true);
    paint();
    expect(link.held).toBe(false);
    expect(sent).toMatchObject([
      { t: "claim", cue: "c1", seat: 0, action: 6, ms: 290 },
      { t: "claim", seat: 3, action: 7 },
    ]);
  });

  it("puts the table off for half a second at most, and not at all where nobody here may race", () => {
    const { racing, paint, link, wait } = table();
    racing.fire("c1", "grab", race("c1", [0], [6]));
    paint();
    expect(link.held).toBe(true);
    wait();
    expect(link.held).toBe(false);
    racing.fire("c2", "grab", race("c2", [], []));
    paint();
    expect(link.held).toBe(false);
    racing.fire("c3", "grab", race("c3", [0], [6]));
    paint();
    racing.end();
    expect(link.held, "who goes away leaves nothing behind").toBe(false);
  });

  it("is timed from when the cue came where it was not painted yet", () => {
    const { racing, sent, time } = table();
    racing.fire("c1", "grab");
    time.now = 1010;
    void racing.press(0, "pawn.1", 6, true, 1008);
    expect(sent).toMatchObject([{ t: "claim", ms: 8 }]);
  });

  it("treats a repeated press as the same one and withdraws what was never sent", async () => {
    const { racing, sent, link } = table();
    racing.fire("c1", "grab");
    void racing.press(0, "pawn.1", 6, true, 1001);
    expect(await racing.press(0, "pawn.1", 6, true, 1002)).toBeNull();
    expect([sent.length, link.withdrawn]).toEqual([1, 1]);
  });

  it("sends what is not raced for as an ordinary action", () => {
    const { racing, sent, link } = table();
    void racing.press(0, "card.1", 3, true, 990);
    racing.fire("c1", "call");
    void racing.press(0, "card.2", 4, false, 990);
    link.race = race("c1", [0], [9]);
    void racing.press(0, "card.3", 5, true, 990);
    void racing.press(0, "pawn.1", 9, false, 990);
    expect(sent.map(({ t }) => t)).toEqual(["command", "command", "command", "claim"]);
  });

  it("says that nothing was pressed, each seat in its turn, until it has", () => {
    const { racing, sent, link, time, paint, tick } = table([0, 3]);
    racing.fire("c1", "grab");
    tick();
    expect(sent).toEqual([]);
    paint();
    link.race = race("c1", [0, 3]);
    time.now = 1117;
    tick();
    tick();
    time.visible = false;
    tick();
    time.visible = true;
    expect(sent).toEqual([
      { t: "idle", cue: "c1", seat: 0, ms: 100 },
      { t: "idle", cue: "c1", seat: 3, ms: 100 },
    ]);
    void racing.press(0, "pawn.1", 6, true, 1117);
    tick();
    tick();
    expect(sent.slice(3).map(({ seat }) => seat)).toEqual([3, 3]);
    racing.follow(null);
    tick();
    expect(sent.length).toBe(5);
  });

  it("is found by a page that comes late, and not begun anew by one that was there", () => {
    const { racing, time, paint } = table();
    racing.follow(race("c1", [0]));
    time.now = 1020;
    paint();
    expect(racing.cue).toMatchObject({ id: "c1", came: 1000, seen: 1020 });
    time.now = 1500;
    racing.follow(race("c1", []));
    expect(racing.cue?.came).toBe(1000);
  });

  it("counts from one's own call for who called, who need not wait for the cue", async () => {
    const { racing, link, sent, answers, ids, time, paint } = table();
    racing.fire("c1", "call");
    paint();
    link.race = { ...race("c1", [0]), kind: "call" };
    time.now = 3000;
    void racing.press(0, "win", 1, true, 2990);
    void racing.press(0, "pawn.1", 6, true, 3000);
    expect(sent[1]).toEqual({ t: "claim", cue: ids[0], seat: 0, action: 6, ms: 10 });
    answers[0]!({ ok: true, seq: 2 });
    await Promise.resolve();
    racing.fire("c2", "grab    ");
    paint();
    link.race = { ...race("c2", [0]), by: 0 };
    time.now = 3400;
    void racing.press(0, "pawn.2", 7, true, 3200);
    expect(sent[2]).toEqual({ t: "claim", cue: "c2", seat: 0, action: 7, ms: 210 });
    link.race = { ...race("c2", [0]), by: 3 };
    void racing.press(0, "pawn.3", 8, true, 3200);
    expect(sent[3]).toMatchObject({ cue: "c2", ms: 200 });
  });

  it("counts from the cue for whoever called, too, when another's call was heard first", () => {
    const { racing, link, sent, time, paint } = table();
    racing.fire("c1", "call");
    paint();
    link.race = { ...race("c1", [0]), kind: "call" };
    time.now = 3000;
    void racing.press(0, "win", 1, true, 2990); // not decided yet when the other's is
    racing.fire("c2", "grab", { ...race("c2", [0], [6]), by: 1 });
    paint();
    time.now = 3300;
    void racing.press(0, "pawn.1", 6, true, 3250);
    expect(sent[1]).toEqual({ t: "claim", cue: "c2", seat: 0, action: 6, ms: 250 });
  });

  it("leaves its photo long enough to be seen when the game goes on", () => {
    vi.useFakeTimers();
    const { racing, time } = table();
    racing.decided(photo(2));
    time.now += 2000;
    racing.pass();
    vi.advanceTimersByTime(2900);
    expect(racing.open).toBe(0);
    vi.advanceTimersByTime(200);
    expect(racing.open).toBe(-1);
    vi.useRealTimers();
  });

  it("opens the photo only for seats that raced and for watchers", () => {
    const others = { ...photo(0), rows: [{ seat: 3 }, { seat: 4 }] as Photo["rows"] };
    const { racing } = table();
    racing.decided(others);
    expect([racing.photos.length, racing.open]).toEqual([1, -1]);
    const watching = table([]);
    watching.racing.decided(others);
    expect(watching.racing.open).toBe(0);
  });

  it("waits with its photo while a seat of this screen may still act in it", () => {
    const { racing, link } = table();
    racing.fire("a", "grab");
    link.race = race("a", [0], [6, 7]);
    racing.follow(link.race);
    racing.decided(photo(1));
    expect([racing.photos.length, racing.open]).toEqual([1, -1]);
    racing.decided(photo(2));
    racing.follow(link.race);
    expect(racing.open).toBe(-1);
    link.race = race("a", [0], []);
    racing.follow(link.race);
    expect(racing.open).toBe(0);
  });

  it("waits no longer than to its end, nor for the hands of other screens", () => {
    const late = table();
    late.racing.fire("a", "grab");
    late.link.race = race("a", [0], [6]);
    late.racing.decided(photo(2));
    expect(late.racing.open).toBe(-1);
    late.link.race = null;
    late.racing.follow(null);
    expect(late.racing.open).toBe(0);
    const watching = table([]);
    watching.racing.fire("a", "grab");
    watching.link.race = race("a", [], []);
    watching.racing.decided(photo(1));
    expect(watching.racing.open).toBe(0);
  });

  it("waits with the photo of the calls until the things are grabbed that they led to", () => {
    const { racing, link } = table();
    racing.fire("a", "call");
    racing.fire("b", "grab");
    link.race = race("b", [0], [6]);
    racing.decided(photo(2, "call"));
    expect(racing.open).toBe(-1);
    link.race = race("b", [0], []);
    racing.follow(link.race);
    expect(racing.open).toBe(0);
  });

  it("has a photo once the seat has claimed, if the server lists no further claims", () => {
    const { racing, link } = table();
    racing.fire("a", "grab");
    link.race = race("a", [0]);
    racing.decided(photo(1));
    expect(racing.open).toBe(-1);
    void racing.press(0, "pawn.1", 6, true, 1001);
    racing.decided(photo(2));
    expect(racing.open).toBe(0);
  });

  it("leaves an older photo that is looked at open when more of another is decided", () => {
    const { racing, link } = table();
    racing.decided(photo(2));
    racing.fire("b", "grab");
    link.race = race("b", [0], [6]);
    racing.open = 0;
    racing.decided({ ...photo(1), cue: "b" });
    expect([racing.photos.length, racing.photos[racing.open]?.cue]).toEqual([2, "a"]);
  });

  it("shows once decided if anybody raced, goes with the next cue and can be reopened", () => {
    const { racing } = table();
    racing.decided({ ...photo(1, "call"), cue: "b" });
    expect(racing.open).toBe(-1);
    racing.decided(photo(1));
    expect(racing.open).toBe(1);
    racing.decided(photo(3));
    expect([racing.photos.length, racing.photos[1]?.rows.length, racing.open]).toEqual([2, 3, 1]);
    racing.fire("c2", "call");
    expect(racing.open).toBe(-1);
    expect(racing.photos.length).toBe(2);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Live } from "../live/live.svelte";
import { Link } from "../net/link.svelte";
import { webSockets } from "../net/transport";
import type { Choices, Incoming, Layout, Move, Node, Scene } from "../net/wire";
import { strike } from "./keys";
import { PLAIN, type Manner } from "./manner";
import { Play } from "./play.svelte";
import { USUAL } from "../net/wire.generated";

const n = (click: string, action: number, next: number[] = [], binds = false): Node => ({
  ...USUAL.Node,
  click,
  action,
  next,
  binds,
});

/** A frog f goes home (action 7) by h2, h3 or h4, or by way of a; a frog g binds once it is touched; c is a placement. */
const choices: Choices = {
  ...USUAL.Choices,
  seat: 0,
  keys: ["go"],
  buttons: [{ ...USUAL.Button, id: "pass", label: { key: "pass" } }],
  more: false,
  roots: [0, 5, 8, 9],
  nodes: [
    n("f", -1, [1, 2, 3, 4]),
    n("h2", 7),
    n("h3", 7),
    n("h4", 7),
    n("a", 5, [3]),
    n("g", -1, [6], true),
    n("b", 11, [7]),
    n("c", 12),
    n("c", 9),
    n("pass", 99),
  ],
};
const place = (id: string) => ({ id, x: 0, y: 0, w: 1, h: 1, label: { key: id }, shape: "rect" });
const layout = {
  id: "l",
  width: 1,
  height: 1,
  label: { key: "l" },
  places: ["h2", "h3", "h4", "a", "b", "c", "z"].map(place),
} as Layout;
const scene = { choices: [choices], panels: [], pieces: [], standings: [], prompt: { key: "p" } } as unknown as Scene;
const move: Move = { ...USUAL.Move, n: 0, seat: 1, text: "m", message: { key: "m" } };

class FakeSocket {
  sent: Record<string, unknown>[] = [];
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
}

let socket: FakeSocket;
let seq: number;
const links: Link[] = [];

async function says(message: object): Promise<void> {
  socket.onmessage?.({ data: JSON.stringify(message) });
  await Promise.resolve();
}

const view = (more: object): object => ({
  seq: ++seq,
  view_hash: "",
  table: { id: "T", phase: "playing", takebacks: [] },
  you: { seats: [0], name: "" },
  scene,
  layout,
  race: null,
  since_ms: 0,
  awaits_ready: false,
  begins_ms: -1,
  now_ms: 0,
  watching: 0,
  watchers: [],
  said_from: 0,
  said: [],
  ...more,
});
/** News of the table: somebody comes or goes, or the moves given are played. */
const update = (from: number, moves: Move[] = []): Promise<void> =>
  says(view({ t: "update", moves_from: from, moves }));

/** The page is opened (or loaded again) at a table where these moves have been played. */
async function open(moves: Move[] = [move], id = "T"): Promise<Play> {
  socket = new FakeSocket();
  seq = 1;
  const link = new Link(
    id,
    webSockets(id, () => socket as unknown as WebSocket),
  );
  links.push(link);
  const play = new Play(link);
  link.start();
  socket.onopen?.();
  await says(view({ t: "welcome", moves }));
  return play;
}

const tap = (play: Play, ...clicks: string[]): void => clicks.forEach((click) => play.tap([click], click));
const clicks = (play: Play): string[] => play.steps.map((step) => step.click);
const sent = (): Incoming & { command_id: string; do: unknown } => socket.sent.at(-1) as never;

beforeEach(() => {
  const had = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => had.get(key) ?? null,
    setItem: (key: string, value: string) => had.set(key, value),
    removeItem: (key: string) => had.delete(key),
  });
});
afterEach(() => {
  links.splice(0).forEach((link) => link.close());
  vi.unstubAllGlobals();
});

describe("sending a move", () => {
  it.each([
    [["f", "h3"], 7, ["h3"]],
    [["f", "h4"], 7, ["h4"]],
    [["f", "a", "h4"], 7, ["a", "h4"]],
    [["c"], 9, ["c"]],
    [["pass"], 99, []],
  ])("says the places clicked: %j", async (tapped, action, path) => {
    const play = await open();
    tap(play, ...tapped);
    play.confirm();
    expect(sent().do).toEqual({ kind: "act", seat: 0, action, path });
  });
});

describe("while the connection is cut", () => {
  const cut = async (): Promise<Play> => {
    const play = await open();
    (socket.onclose as unknown as (event: { code: number }) => void)({ code: 1006 });
    return play;
  };

  it("keeps a move in sight until it is taken back, half made as it was", async () => {
    const play = await cut();
    tap(play, "f", "h3");
    play.confirm();
    expect([play.pending, play.waits, play.link.kept.size]).toEqual([true, true, 1]);
    play.back();
    await new Promise((done) => setTimeout(done));
    expect([play.pending, play.waits, play.link.kept.size, clicks(play)]).toEqual([false, false, 0, ["f", "h3"]]);
    expect(play.reason?.reason).toEqual({ key: "ui.link.withdrawn" });
    play.back();
    expect([clicks(play), play.reason]).toEqual([["f"], null]);
  });

  it("takes back with another tap what a game of speed has no arrow for", async () => {
    const play = await cut();
    play.manner = { ...PLAIN, hurried: true };
    tap(play, "f", "h3");
    play.confirm();
    tap(play, "f");
    await new Promise((done) => setTimeout(done));
    expect([play.pending, play.link.kept.size, clicks(play)]).toEqual([false, 0, []]);
  });

  it("says that a question waits, and that something else will be done", async () => {
    const play = await cut();
    tap(play, "z");
    expect(play.reason?.reason).toEqual({ key: "ui.link.unasked" });
    void play.do({ kind: "undo", seat: 0 });
    expect(play.reason?.reason).toEqual({ key: "ui.link.kept" });
    expect([play.waits, play.link.kept.size]).toEqual([false, 1]);
  });
});

describe("what a click does", () => {
  it("is said beforehand where nothing need be clicked after it, also of the first", async () => {
    const play = await open();
    vi.spyOn(play, "words").mockReturnValue("go");
    expect(["pass", "c", "f"].map((id) => play.meaning(id) !== "")).toEqual([true, true, false]);
    tap(play, "f");
    expect(["h2", "h4"].map((id) => play.meaning(id))).toEqual(["go", "go"]);
  });
});

describe("a tap that does something at once", () => {
  it("waits to be confirmed where each move is, also while pieces are set up", async () => {
    const play = await open([], "S");
    await says(
      view({ t: "update", moves_from: 0, moves: [], scene: { ...scene, choices: [{ ...choices, setup: true }] } }),
    );
    const before = socket.sent.length;
    tap(play, "c");
    tap(play, "pass");
    expect([socket.sent.slice(before), clicks(play)]).toEqual([[], ["pass"]]);
    tap(play, "pass");
    expect(sent().do).toEqual({ kind: "act", seat: 0, action: 99, path: [] });
  });
});

describe("what follows a first click, where the scene was too large to hold it", () => {
  const large = {
    ...scene,
    choices: [{ ...choices, more: true, roots: [0], nodes: [n("f", -1)] }],
  } as unknown as Scene;
  const whole = { ...choices, roots: [0], nodes: choices.nodes.slice(0, 5) };
  const news = (): Promise<void> => says(view({ t: "update", moves_from: 1, moves: [], scene: large }));
  const asked = (): unknown[] => socket.sent.filter((each) => each.t === "more").map((each) => each.id);
  const answers = (id: unknown): Promise<void> => says({ t: "choices", id, choices: whole });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 9; i++) await Promise.resolve();
  };

  it("is asked again when there is news meanwhile, and keeps what was put down", async () => {
    const play = await open();
    await news();
    await settle();
    tap(play, "f");
    expect([play.asking, asked().length]).toEqual([true, 1]);
    await news();
    await settle();
    expect(asked()).toHaveLength(2);
    let known = false;
    void play.known().then(() => (known = true));
    await answers(asked()[0]);
    await settle();
    expect([known, play.doable.length]).toEqual([false, 0]);
    await answers(asked()[1]);
    await settle();
    expect([known, play.asking]).toEqual([true, false]);
    tap(play, "h2");
    expect(play.doable.map((path) => path.action)).toEqual([7]);
    await news();
    await settle();
    expect([clicks(play), asked().length]).toEqual([["f"], 3]);
    await answers(asked()[2]);
    await settle();
    expect([clicks(play), play.doable.map((path) => path.action)]).toEqual([["f", "h2"], [7]]);
  });

  it("comes before what is tapped meanwhile, unless the game goes on", async () => {
    const play = await open();
    await news();
    await settle();
    tap(play, "f", "h2");
    expect([clicks(play), asked().length]).toEqual([["f"], 1]);
    await answers(asked()[0]);
    await settle();
    expect([clicks(play), play.doable.map((path) => path.action)]).toEqual([["f", "h2"], [7]]);
    await news();
    await settle();
    play.clear();
    await settle();
    tap(play, "f", "h2");
    await says(view({ t: "update", seq: 9, moves_from: 1, moves: [], scene: large }));
    await settle();
    await answers(asked().at(-1));
    await settle();
    expect(clicks(play)).toEqual(["f"]);
  });
});

describe("a click that binds", () => {
  it("may be followed and taken back down to itself, but not let go", async () => {
    const play = await open();
    tap(play, "g", "b");
    play.back();
    expect(clicks(play)).toEqual(["g"]);
    expect(play.reason).toBeNull();
    play.back();
    expect(clicks(play)).toEqual(["g"]);
    expect(play.reason?.reason).toEqual({ key: "ui.prompt.bound" });
    tap(play, "b");
    expect(play.reason).toBeNull();
    tap(play, "g");
    expect(clicks(play)).toEqual(["g"]);
  });

  it("refuses every other beginning, and shakes what was tapped", async () => {
    const play = await open();
    const shaken: string[] = [];
    play.manner = { ...PLAIN, refused: (id) => shaken.push(id) };
    tap(play, "g");
    for (const other of ["f", "pass"]) {
      tap(play, other);
      expect(clicks(play)).toEqual(["g"]);
      expect(play.reason?.reason).toEqual({ key: "ui.prompt.bound" });
    }
    expect(shaken).toEqual(["f", "pass"]);
    play.begin("f");
    expect(clicks(play)).toEqual(["g"]);
    expect(play.reason?.reason).toEqual({ key: "ui.prompt.bound" });
  });

  it("leaves other pieces free", async () => {
    const play = await open();
    tap(play, "f", "a");
    play.back();
    play.back();
    expect(clicks(play)).toEqual([]);
    tap(play, "f", "g");
    expect(clicks(play)).toEqual(["g"]);
  });

  it("holds when the page is loaded again, at this table and this move alone", async () => {
    tap(await open(), "g", "b");
    expect(clicks(await open())).toEqual(["g"]);
    expect(clicks(await open([move, move]))).toEqual([]);
    expect(clicks(await open([move], "U"))).toEqual([]);
  });

  it("holds where the browser keeps nothing, as long as the page stays", async () => {
    const no = (): never => {
      throw new Error("refused");
    };
    vi.stubGlobal("sessionStorage", { getItem: no, setItem: no, removeItem: no });
    const play = await open();
    tap(play, "g");
    play.clear();
    await update(1);
    expect(clicks(play)).toEqual(["g"]);
  });

  it("ends with the move", async () => {
    const play = await open();
    tap(play, "g", "b");
    play.confirm();
    const id = sent().command_id;
    await update(1, [move]);
    await says({ t: "applied", command_id: id, seq });
    await vi.waitFor(() => expect(play.pending).toBe(false));
    expect(clicks(play)).toEqual([]);
    await update(1);
    expect(clicks(play)).toEqual([]);
  });

  it("goes on while others move, as the half-made move does, and ends where that is impossible", async () => {
    const play = await open();
    tap(play, "g");
    await update(1, [move]);
    tap(play, "f");
    expect(clicks(play)).toEqual(["g"]);
    await says(view({ t: "update", moves_from: 2, moves: [], scene: { ...scene, choices: [] } }));
    expect(clicks(play)).toEqual([]);
    await update(2, [move]);
    expect(clicks(play)).toEqual([]);
  });

  it("is not let go by looking at the past, nor by a refusal", async () => {
    const play = await open();
    tap(play, "g", "b");
    void play.look(0);
    expect(clicks(play)).toEqual([]);
    play.now();
    expect(clicks(play)).toEqual(["g"]);
    tap(play, "b");
    play.confirm();
    await says({ t: "rejected", command_id: sent().command_id, reason: { key: "no" }, rules: [], seq, scene: null });
    await vi.waitFor(() => expect(play.pending).toBe(false));
    expect(clicks(play)).toEqual(["g"]);
    expect(play.reason?.reason).toEqual({ key: "no" });
  });
});

describe("taking back", () => {
  const facts = (may_undo: number[], may_ask: number[], more: object = {}): object => ({
    id: "T",
    phase: "playing",
    takebacks: [],
    asking: null,
    may_undo,
    may_ask,
    ...more,
  });
  const now = (table: object, more: object = {}): Promise<void> =>
    says(view({ t: "update", moves_from: 1, moves: [], table, ...more }));
  afterEach(() => vi.useRealTimers());

  it("undoes clicks of a half-made move, then the last move even after replies", async () => {
    vi.useFakeTimers();
    const play = await open([{ ...move, seat: 0 }, move]);
    await now(facts([0], [0]), { moves_from: 2 });
    tap(play, "f", "a");
    expect(play.backward).toEqual({ says: "ui.back", stuck: "" });
    play.stepBack();
    play.stepBack();
    play.stepBack(); // one more than there were clicks
    expect(clicks(play)).toEqual([]);
    expect(sent().do).toBeUndefined();
    expect(play.backward).toEqual({ says: "ui.undo", stuck: "" });
    vi.advanceTimersByTime(600);
    play.stepBack();
    expect(sent().do).toEqual({ kind: "undo", seat: 0 });
    expect(play.backward.stuck).toBe("ui.why.sending");
  });

  it("is of the seat of this screen that moved last, and asks where it must", async () => {
    const play = await open([{ ...move, seat: 0 }, { ...move, seat: 2 }, move]);
    await now(facts([], [0, 2]), { moves_from: 3, you: { seats: [0, 2], name: "" }, scene: { ...scene, choices: [] } });
    play.stepBack();
    expect(sent().do).toEqual({ kind: "undo", seat: 2 });
  });

  it("says why there is nothing to take back", async () => {
    const play = await open([move]);
    await now(facts([], []));
    expect(play.backward.stuck).toBe("ui.why.undo.none");
    await now(facts([], [0], { asking: { kind: "undo", seat: 1, answers: {}, waiting: [0] } }));
    expect(play.backward.stuck).toBe("ui.why.asked");
    tap(play, "f");
    expect(play.backward.stuck).toBe("");
  });
});

describe("the reason of a refusal", () => {
  async function refused(): Promise<Play> {
    const play = await open();
    tap(play, "z");
    await says({ t: "because", id: (socket.sent.at(-1) as { id: string }).id, reason: { key: "far" }, rules: [] });
    await vi.waitFor(() => expect(play.reason?.reason).toEqual({ key: "far" }));
    return play;
  }

  it("stays when somebody comes or goes", async () => {
    const play = await refused();
    await update(1);
    expect(play.reason?.reason).toEqual({ key: "far" });
  });

  it("goes when what was refused is asked again and succeeds", async () => {
    const play = await open();
    const first = play.do({ kind: "resign", seat: 0 });
    await says({ t: "rejected", command_id: sent().command_id, reason: { key: "soon" }, rules: [], seq, scene: null });
    await first;
    expect(play.reason?.reason).toEqual({ key: "soon" });
    const second = play.do({ kind: "resign", seat: 0 });
    await says({ t: "applied", command_id: sent().command_id, seq });
    await second;
    expect(play.reason).toBeNull();
  });

  it("goes after a few seconds where it speaks of a pause", async () => {
    const play = await open();
    const asked = play.do({ kind: "resign", seat: 0 });
    vi.useFakeTimers();
    await says({
      t: "rejected",
      command_id: sent().command_id,
      reason: { key: "error.resigned_again", args: { n: 12 } },
      rules: [],
      seq,
      scene: null,
    });
    await asked;
    vi.advanceTimersByTime(5_000);
    expect(play.reason?.reason.args).toEqual({ n: 12 });
    vi.advanceTimersByTime(1_000);
    expect(play.reason).toBeNull();
    vi.useRealTimers();
  });

  it("goes when a move is played or taken back, or something is tapped", async () => {
    const played = await refused();
    await update(1, [move]);
    expect(played.reason).toBeNull();
    const undone = await refused();
    await update(0);
    expect(undone.reason).toBeNull();
    const tapped = await refused();
    tap(tapped, "f");
    expect(tapped.reason).toBeNull();
  });
});

describe("a half-made move while the game goes on", () => {
  it("is read in the choices of the moment, between a new state and what follows from it, too", async () => {
    const play = await open();
    tap(play, "f", "h4");
    expect(play.doable.map(({ action }) => action)).toEqual([7]);
    const fewer: Choices = { ...choices, roots: [0], nodes: [n("pass", 99)] };
    play.link.scene = { ...scene, choices: [fewer] };
    expect(clicks(play)).toEqual([]);
    expect(play.doable).toEqual([]);
    expect(play.hint).toBeNull();
    play.link.scene = {
      ...scene,
      choices: [
        {
          ...choices,
          nodes: [n("pass", 99), ...choices.nodes.map((node) => ({ ...node, next: node.next.map((i) => i + 1) }))],
          roots: choices.roots.map((i) => i + 1),
        },
      ],
    };
    expect(clicks(play)).toEqual(["f", "h4"]);
    expect(play.doable.map(({ action }) => action)).toEqual([7]);
  });
});

describe("what a refusal is about", () => {
  it("is the place that was tapped, and where the piece lies that was chosen", async () => {
    const play = await open();
    play.link.scene = { ...scene, pieces: [{ id: "f", place: "a" }] as unknown as Scene["pieces"] };
    tap(play, "f", "z");
    await says({ t: "because", id: (socket.sent.at(-1) as { id: string }).id, reason: { key: "far" }, rules: [] });
    await vi.waitFor(() => expect(play.reason?.about).toEqual(["a", "z"]));
  });
});

describe("the end of a game", () => {
  const over = { id: "T", phase: "over", takebacks: [] };
  const ENDS: Manner = { ...PLAIN, finale: () => ({ last: 100, card: 200 }) };
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  async function ended(moves: Move[], at: number | null = null): Promise<Play> {
    const play = await open();
    play.manner = ENDS;
    if (at !== null) void play.look(at);
    await says({ ...view({ t: "update", moves_from: 1, moves }), table: over });
    return play;
  }

  it("shows what happened last, then a card, then the result", async () => {
    const play = await ended([move]);
    expect([play.closing, play.over]).toEqual(["last", false]);
    vi.advanceTimersByTime(100);
    expect([play.closing, play.over]).toEqual(["card", false]);
    vi.advanceTimersByTime(200);
    expect([play.closing, play.over]).toEqual(["", true]);
  });

  it("waits until what deserves a look was looked at", async () => {
    const play = await open();
    play.manner = { ...ENDS, beat: () => 300 };
    const moment = { ...USUAL.Moment, title: { key: "home" } };
    await says({ ...view({ t: "update", moves_from: 1, moves: [{ ...move, moment }] }), table: over });
    vi.advanceTimersByTime(299);
    expect(play.closing).toBe("last");
    vi.advanceTimersByTime(1);
    expect(play.closing).toBe("card");
  });

  it("begins with the card where nobody moved", async () => expect((await ended([])).closing).toBe("card"));

  it("goes on at each press", async () => {
    const play = await ended([move]);
    play.skip();
    expect(play.closing).toBe("card");
    play.skip();
    expect([play.closing, play.over]).toEqual(["", true]);
    vi.advanceTimersByTime(1000);
    expect(play.closing).toBe("");
  });

  it("has no card for who looks at the past, nor for who comes when all is over", async () => {
    expect((await ended([move], 0)).closing).toBe("");
    const late = await open();
    late.manner = ENDS;
    late.link.table = null;
    await says({ ...view({ t: "welcome", moves: [move] }), table: over });
    expect([late.closing, late.over]).toEqual(["", true]);
  });
});

describe("the key c presses the big button", () => {
  const main = { ...USUAL.Button, id: "pass", label: { key: "pass" }, main: true };
  const passing = { ...scene, choices: [{ ...choices, buttons: [main] }] } as unknown as Scene;
  const hit = (play: Play, key: string, more: object = {}): boolean =>
    strike(play, { key, shiftKey: false, repeat: false, ...more });
  const acts = (): unknown[] => socket.sent.filter(({ t }) => t === "command").map(({ do: what }) => what);

  /** A table where the button of the game has been seen for a moment. */
  async function offered(): Promise<Play> {
    const play = await open();
    await says(view({ t: "update", moves_from: 1, moves: [], scene: passing }));
    play.big.settle();
    await vi.advanceTimersByTimeAsync(600);
    return play;
  }
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(["c", "C"])("does what the game's own button does: %s", async (key) => {
    const play = await offered();
    expect([play.big.main?.id, play.big.answers]).toEqual(["pass", true]);
    expect(hit(play, key)).toBe(true);
    expect(acts()).toEqual([{ kind: "act", seat: 0, action: 99, path: [] }]);
  });

  it("does nothing before that button could be seen, nor while it is held down", async () => {
    const play = await open();
    await says(view({ t: "update", moves_from: 1, moves: [], scene: passing }));
    expect(play.big.answers).toBe(false);
    hit(play, "c");
    expect(hit(await offered(), "c", { repeat: true })).toBe(false);
    expect(acts()).toEqual([]);
  });

  it("confirms where something is chosen, and leaves open which of several is meant", async () => {
    const play = await offered();
    tap(play, "f", "a");
    expect(play.big.main).toBeUndefined();
    play.which = play.others = [
      { steps: play.steps, node: 4, action: 5 },
      { steps: play.steps, node: 3, action: 7 },
    ];
    hit(play, "c");
    expect(acts()).toEqual([]);
    play.which = null;
    hit(play, "c");
    expect(acts()).toEqual([{ kind: "act", seat: 0, action: 5, path: ["a"] }]);
  });

  it("hides in games of speed and during setup, and leads back from the past", async () => {
    const play = await offered();
    play.manner = { ...PLAIN, hurried: true };
    expect(play.big.main).toBeUndefined();
    play.manner = PLAIN;
    play.link.scene = { ...passing, choices: [{ ...passing.choices[0]!, setup: true }] };
    expect(play.big.main).toBeUndefined();
    void play.look(0);
    expect(play.at).toBe(0);
    hit(play, "c");
    expect(play.at).toBeNull();
    expect(acts()).toEqual([]);
  });
});

describe("setting up by a bot", () => {
  const placing = { ...scene, choices: [{ ...choices, setup: true }] } as unknown as Scene;
  const asked = (): string[] => socket.sent.filter(({ t }) => t === "advise").map(({ id }) => id as string);
  const acts = (): unknown[] => socket.sent.filter(({ t }) => t === "command");
  const answer = (id: string): Promise<void> => says({ t: "advice", id, seat: 0, action: 9, click: "c", seq });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 9; i++) await Promise.resolve();
  };

  it("goes on once after it was stopped and begun again", async () => {
    const play = await open();
    await says(view({ t: "update", moves_from: 1, moves: [], scene: placing }));
    void play.advice.setUp();
    play.advice.stop();
    void play.advice.setUp();
    expect([asked().length, play.advice.settingUp]).toEqual([2, 0]);
    await answer(asked()[0]!);
    await settle();
    expect([acts().length, play.advice.settingUp]).toEqual([0, 0]);
    await answer(asked()[1]!);
    await settle();
    expect(acts()).toHaveLength(1);
  });

  it("ends where all pieces stand, whoever is to act then", async () => {
    vi.useFakeTimers();
    const play = await open();
    const table = { id: "T", phase: "playing", takebacks: [], setting_up: true };
    await says(view({ t: "update", moves_from: 1, moves: [], scene: placing, table }));
    void play.advice.setUp();
    const waits = { ...scene, choices: [] };
    await says(view({ t: "update", moves_from: 1, moves: [], scene: waits, table }));
    await answer(asked()[0]!);
    await vi.advanceTimersByTimeAsync(2000);
    expect(play.advice.settingUp, "others are still placing").toBe(0);
    const command = sent().command_id;
    await says({ t: "applied", command_id: command, seq });
    await vi.advanceTimersByTimeAsync(2000);
    expect(play.advice.settingUp).toBe(0);
    await says(
      view({ t: "update", moves_from: 1, moves: [move], scene: waits, table: { ...table, setting_up: false } }),
    );
    await vi.advanceTimersByTimeAsync(5000);
    expect(play.advice.settingUp).toBe(-1);
  });

  it("ends with the page, as what is shown for a beat does", async () => {
    vi.useFakeTimers();
    const play = await open();
    play.manner = { ...PLAIN, beat: () => 1000 };
    await says(
      view({ t: "update", moves_from: 1, moves: [{ ...move, moment: { title: { key: "m" } } }], scene: placing }),
    );
    expect(play.resting).toBe(true);
    void play.advice.setUp();
    const woken = vi.spyOn(play.link, "wake");
    play.close();
    expect([play.resting, play.advice.settingUp]).toEqual([false, -1]);
    await answer(asked()[0]!);
    vi.advanceTimersByTime(5000);
    await settle();
    expect([woken.mock.calls.length, acts().length]).toEqual([0, 0]);
    vi.useRealTimers();
  });
});

describe("advice about a set", () => {
  it("names what is to be taken, and points at all of it", async () => {
    const die = (click: string, chosen: string[], action: number, next: number[]): Node => ({
      ...n(click, action, next),
      chosen,
    });
    const dice: Choices = {
      ...choices,
      buttons: [],
      roots: [0, 1],
      nodes: [die("h2", ["h2"], 1, [2]), die("h3", ["h3"], 2, []), die("h3", ["h2", "h3"], 3, [])],
    };
    const play = await open();
    await says(
      view({
        t: "update",
        moves_from: 1,
        moves: [],
        table: { id: "T", phase: "playing", takebacks: [], advice: true },
        scene: { ...scene, choices: [dice] },
      }),
    );
    play.listed = (ids) => ids.join(" and ");
    play.link.advise = () => Promise.resolve({ t: "advice", id: "", seat: 0, action: 3, click: "h2", seq, why: null });
    await play.advice.ask();
    expect(play.advice.said?.what).toMatchObject({ key: "ui.advice.which", args: { which: "h2 and h3" } });
    expect(play.advice.said?.about).toEqual(["h2", "h3"]);
  });

  it("gives back the half-made move that it replaced", async () => {
    const play = await open();
    await says(
      view({
        t: "update",
        moves_from: 1,
        moves: [],
        table: { id: "T", phase: "playing", takebacks: [], advice: true },
        scene: {
          ...scene,
          choices: [{ ...choices, buttons: [], roots: [0, 2], nodes: [n("a", -1, [1]), n("b", 1, []), n("c", 2, [])] }],
        },
      }),
    );
    play.tap(["a"], "a");
    play.link.advise = () => Promise.resolve({ t: "advice", id: "", seat: 0, action: 2, click: "c", seq, why: null });
    await play.advice.ask();
    expect(play.steps.map(({ click }) => click)).toEqual(["c"]);
    play.back();
    expect([play.steps.map(({ click }) => click), play.advice.said]).toEqual([["a"], null]);
    play.back();
    expect(play.steps).toEqual([]);
  });

  it("leaves a long set to the marks on it", async () => {
    const ids = ["h2", "h3", "h4"];
    const dice: Choices = {
      ...choices,
      buttons: [],
      roots: [0],
      nodes: ids.map((click, i) => ({
        ...n(click, i === 2 ? 3 : -1, i === 2 ? [] : [i + 1]),
        chosen: ids.slice(0, i + 1),
      })),
    };
    const play = await open();
    await says(
      view({
        t: "update",
        moves_from: 1,
        moves: [],
        table: { id: "T", phase: "playing", advice: true },
        scene: { ...scene, choices: [dice] },
      }),
    );
    play.link.advise = () => Promise.resolve({ t: "advice", id: "", seat: 0, action: 3, click: "h2", seq, why: null });
    await play.advice.ask();
    expect(play.advice.said?.what).not.toMatchObject({ key: "ui.advice.which" });
    expect(play.advice.said?.about).toEqual(ids);
  });
});

describe("what is said where nothing can be played", () => {
  const people = [
    { seat: 0, who: "person", name: "Ada", yours: true },
    { seat: 1, who: "person", name: "Léo" },
  ];
  const theirs = {
    table: { id: "T", phase: "playing", takebacks: [], chairs: people },
    scene: { ...scene, choices: [], actors: [1] },
  };
  afterEach(() => vi.useRealTimers());

  it("names whose turn it is to who taps too early, for a few seconds", async () => {
    const play = await open();
    await says(view({ t: "update", moves_from: 1, moves: [], ...theirs }));
    play.link.why = () => Promise.resolve({ reason: { key: "error.not_your_turn" }, rules: [] });
    vi.useFakeTimers();
    tap(play, "a");
    await Promise.resolve();
    await Promise.resolve();
    expect(play.reason?.reason).toEqual({ key: "ui.not_yet", args: { who: "Léo", n: 1 } });
    vi.advanceTimersByTime(3000);
    expect(play.reason).not.toBeNull();
    vi.advanceTimersByTime(2000);
    expect(play.reason).toBeNull();
  });

  it("leaves what is said to who is out of a round that has no turns, however often they tap", async () => {
    const play = await open();
    const live = new Live(play);
    live.follow({
      ...scene,
      choices: [{ ...choices, buttons: [{ ...USUAL.Button, id: "call", label: { key: "call" }, loud: true }] }],
    } as unknown as Scene);
    expect(live.on).toBe(true);
    await says(view({ t: "update", moves_from: 1, moves: [], ...theirs }));
    const asked = vi.fn(() => Promise.resolve({ reason: { key: "error.not_your_turn" }, rules: [] }));
    play.link.why = asked;
    for (const times of [1, 2]) {
      live.tap(["a"], "a");
      await Promise.resolve();
      await Promise.resolve();
      expect(asked).toHaveBeenCalledTimes(times);
      expect(play.reason).toBeNull();
    }
    play.link.why = () => Promise.resolve({ reason: { key: "game.reason" }, rules: ["G-1"] });
    live.tap(["a"], "a");
    await Promise.resolve();
    await Promise.resolve();
    expect(play.reason?.reason).toEqual({ key: "game.reason" });
  });

  it("says to who taps the past that it is the past, until they are back", async () => {
    const play = await open([
      { ...move, turn: 1 },
      { ...move, turn: 2 },
    ]);
    play.link.past = () => Promise.resolve(scene);
    await play.look(1);
    tap(play, "f");
    expect(play.reason?.reason).toEqual({ key: "ui.past.tapped", args: { n: 1 } });
    await play.look(0);
    expect(play.reason).toBeNull();
    tap(play, "f");
    expect(play.reason).toMatchObject({ reason: { key: "ui.past.tapped.begin" } });
    play.now();
    expect(play.reason).toBeNull();
    expect(clicks(play)).toEqual([]);
  });

  it("says why there is nothing to choose", async () => {
    const play = await open([
      { ...move, turn: 1 },
      { ...move, turn: 2 },
    ]);
    play.link.past = () => Promise.resolve(scene);
    await says(view({ t: "update", moves_from: 2, moves: [], ...theirs }));
    expect(play.idle).toBe("ui.choices.none");
    await play.look(1);
    expect(play.idle).toBe("ui.choices.past");
    play.now();
    await says(view({ t: "update", moves_from: 2, moves: [], ...theirs, table: { ...theirs.table, phase: "over" } }));
    expect(play.idle).toBe("ui.choices.over");
    await says(view({ t: "update", moves_from: 2, moves: [], ...theirs, you: { seats: [], name: "" } }));
    expect(play.idle).toBe("ui.choices.watching");
  });
});

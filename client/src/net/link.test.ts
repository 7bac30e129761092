import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freshId, Link, UNHEARD, WITHDRAWN } from "./link.svelte";
import { webSockets, type Transport } from "./transport";
import type { Frame, Incoming, TableFacts } from "./wire";

class FakeSocket {
  sent: Record<string, unknown>[] = [];
  readyState = 1;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: Frame): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code } as CloseEvent);
  }
}

const table = { id: "T", phase: "playing", takebacks: [], chairs: [] } as unknown as TableFacts;
const you = { seats: [0], name: "Ada", invite: "", no_seat: null, lost: [] };
const welcome = (seq: number, build = ""): Incoming => ({
  t: "welcome",
  seq,
  view_hash: `h${seq}`,
  table,
  you,
  scene: null,
  layout: null,
  race: null,
  since_ms: 0,
  awaits_ready: false,
  begins_ms: -1,
  now_ms: 0,
  watching: 0,
  watchers: [],
  said: [],
  moves: [],
  build,
});

const current = (seq: number, now_ms = -1, build = ""): Incoming => ({ t: "current", seq, you, now_ms, build });

let sockets: FakeSocket[];
let link: Link;
const socket = (): FakeSocket => sockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  link = new Link(
    "T",
    webSockets("T", () => {
      sockets.push(new FakeSocket());
      return socket() as unknown as WebSocket;
    }),
  );
  link.start();
  socket().onopen?.({} as Event);
});
afterEach(() => {
  link.close();
  vi.useRealTimers();
});

describe("the link", () => {
  it("tells a page that was left open over an upgrade to load the new ones", () => {
    socket().says(welcome(3, "a1"));
    expect(link.outdated).toBe(false);
    socket().breaks();
    vi.advanceTimersByTime(2_000);
    socket().onopen?.({} as Event);
    socket().says(current(3, 5_000, "b2"));
    expect(link.outdated).toBe(true);
    expect(Math.round(link.tableTime())).toBe(5_000);
  });

  it("tells so a page that was opened before the upgrade, whatever it showed until now", () => {
    socket().says(welcome(3, "a1"));
    const later = new Link(
      "U",
      webSockets("U", () => new FakeSocket() as unknown as WebSocket),
    );
    later.receive(welcome(3, "b2"));
    expect(later.outdated).toBe(true);
  });

  it("reconnects as a guest known only now and resends what was not answered", () => {
    socket().says(welcome(3));
    void link.command({ kind: "start" } as never);
    link.again();
    expect([sockets.length, sockets[0]!.readyState, link.state]).toEqual([2, 3, "connecting"]);
    socket().onopen?.({} as Event);
    expect(socket().sent).toMatchObject([{ t: "hello", view_hash: "", changes: true }]);
    socket().says(welcome(3));
    expect([link.state, socket().sent[1]!.t]).toEqual(["connected", "command"]);
    const refused = { t: "error", id: "", reason: { key: "error.no_seat_for_you" }, rules: [] } as unknown as Incoming;
    socket().says(refused);
    link.again();
    expect([sockets.length, link.refused, link.state]).toEqual([3, null, "connecting"]);
  });

  it("keeps what somebody does for as long as the server is still to know them", async () => {
    let known: (isNew: boolean) => void = () => undefined;
    link.arrive(new Promise((done) => (known = done)));
    socket().says(welcome(3));
    void link.command({ kind: "start" } as never);
    expect(socket().sent.map(({ t }) => t)).toEqual(["hello"]);
    known(true);
    await vi.advanceTimersByTimeAsync(0);
    socket().onopen?.({} as Event);
    socket().says(welcome(3));
    expect([sockets.length, socket().sent.map(({ t }) => t)]).toEqual([2, ["hello", "command"]]);
    link.arrive(Promise.resolve(false));
    void link.command({ kind: "start" } as never);
    expect(socket().sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(0);
    expect([sockets.length, socket().sent.map(({ t }) => t)]).toEqual([2, ["hello", "command", "command", "command"]]);
  });

  it("says hello, and is connected only once the server has welcomed it", () => {
    expect(socket().sent).toEqual([{ t: "hello", table: "T", last_seq: -1, view_hash: "", changes: true }]);
    expect(link.state).toBe("connecting");
    socket().says(welcome(3));
    expect(link.state).toBe("connected");
    expect(link.seq).toBe(3);
  });

  it("brings the key of an invitation along with every greeting", () => {
    link.invite = "k-1";
    socket().says(welcome(3));
    socket().breaks();
    vi.advanceTimersByTime(20_000);
    socket().onopen?.({} as Event);
    expect(socket().sent[0]).toMatchObject({ t: "hello", invite: "k-1" });
  });

  it("leaves the table for good once the host has removed its player", () => {
    socket().says(welcome(3));
    socket().says({ t: "error", reason: { key: "error.no_seat_for_you", args: {} }, id: "" } as Incoming);
    expect(link.state).toBe("gone");
    expect(link.refused?.key).toBe("error.no_seat_for_you");
    vi.advanceTimersByTime(120_000);
    expect(sockets).toHaveLength(1);
  });

  it("puts off what comes while something else must be drawn first", () => {
    socket().says(welcome(3));
    link.hold();
    socket().says(welcome(4));
    socket().says(welcome(5));
    expect(link.seq).toBe(3);
    link.release();
    expect(link.seq).toBe(5);
  });

  it("leaves the table while nobody looks, and comes back when somebody does", () => {
    socket().says(welcome(3));
    link.leave();
    expect(sockets).toHaveLength(1);
    expect(socket().readyState).toBe(3);
    vi.advanceTimersByTime(120_000);
    expect(sockets, "it does not connect by itself").toHaveLength(1);
    link.comeBack();
    expect(sockets).toHaveLength(2);
    socket().onopen?.({} as Event);
    socket().says(welcome(4));
    expect(link.state).toBe("connected");
    link.comeBack();
    expect(sockets, "who is there need not come back").toHaveLength(2);
  });

  it("puts off no cue: what came before it comes before it", () => {
    const heard: [string, number][] = [];
    link.listen({ live: (message) => void heard.push([message.t, link.seq]) });
    socket().says(welcome(3));
    link.hold();
    socket().says(welcome(4));
    socket().says({ t: "cue", table: "T", cue: "c", kind: "grab", at_ms: 1, by: 0, seats: [1], actions: [7] });
    expect(heard).toEqual([["cue", 4]]);
    socket().says(welcome(5));
    expect(link.seq, "nothing is put off any more").toBe(5);
  });

  it("sends an unanswered command again, the same, after a break", async () => {
    socket().says(welcome(3));
    const answer = link.command({ kind: "act", seat: 0, action: 5, path: ["a1"] });
    const first = socket().sent.at(-1);
    expect(first).toMatchObject({ t: "command", expected_seq: 3 });
    socket().breaks();
    expect(link.state).toBe("reconnecting");
    expect(link.lost).toBeGreaterThan(0);
    vi.advanceTimersByTime(1000);
    socket().onopen?.({} as Event);
    expect(socket().sent).toEqual([{ t: "hello", table: "T", last_seq: 3, view_hash: "h3", changes: true }]);
    socket().says(current(3));
    expect(socket().sent.at(-1)).toEqual(first);
    expect(link.waiting).toBe(1);
    socket().says({ t: "duplicate", command_id: String(first!["command_id"]), seq: 4 });
    expect(await answer).toEqual({ ok: true, seq: 4 });
    expect(link.waiting).toBe(0);
  });

  it("takes back what never went out, and nothing that the server may have", async () => {
    socket().says(welcome(3));
    const gone = link.command({ kind: "start" });
    socket().breaks();
    const kept = link.command({ kind: "act", seat: 0, action: 1, path: [] });
    const other = link.command({ kind: "act", seat: 1, action: 1, path: [] });
    void link.command({ kind: "say", text: "Hello", emote: null, seat: -1 } as never);
    expect([link.waiting, [...link.kept]]).toEqual([4, [0, 1]]);
    expect([link.withdraw(0, 2), link.withdraw(0)]).toEqual([false, true]);
    expect(await kept).toBe(WITHDRAWN);
    expect([link.waiting, [...link.kept], link.withdraw(0)]).toEqual([3, [1], false]);
    expect(link.withdraw(1, 1)).toBe(true);
    expect(await other).toBe(WITHDRAWN);
    vi.advanceTimersByTime(2_000);
    socket().onopen?.({} as Event);
    socket().says(current(3));
    expect(socket().sent.map(({ t }) => t)).toEqual(["hello", "command", "command"]);
    socket().says({ t: "applied", command_id: String(socket().sent[1]!["command_id"]), seq: 4 });
    expect((await gone).ok).toBe(true);
  });

  it("sends what was kept for the decision that was seen then, which the server compares", () => {
    socket().says(welcome(3));
    socket().breaks();
    void link.command({ kind: "act", seat: 0, action: 1, path: [] });
    vi.advanceTimersByTime(2_000);
    socket().onopen?.({} as Event);
    socket().says(welcome(9));
    expect(socket().sent[1]).toMatchObject({ t: "command", expected_seq: 3 });
    expect(link.kept.size).toBe(0);
  });

  it("asks a server sooner that answers no command", () => {
    socket().says(welcome(3));
    void link.command({ kind: "start" });
    vi.advanceTimersByTime(5_000);
    expect(socket().sent.map(({ t }) => t)).toEqual(["hello", "command", "hello"]);
    socket().says(current(3));
    expect(socket().sent, "what went out on this line is not sent again").toHaveLength(3);
    vi.advanceTimersByTime(15_000);
    expect(link.state).toBe("reconnecting");
  });

  it("comes back at once where its table has moved, and waits if it keeps moving", async () => {
    socket().says(welcome(3));
    const answer = link.command({ kind: "act", seat: 0, action: 5, path: ["a1"] });
    const first = socket().sent.at(-1);
    socket().breaks(4001);
    expect(link.state).toBe("reconnecting");
    vi.advanceTimersByTime(150);
    expect(sockets).toHaveLength(2);
    socket().onopen?.({} as Event);
    socket().says(current(3));
    expect(socket().sent.at(-1)).toEqual(first);
    socket().says({ t: "applied", command_id: String(first!["command_id"]), seq: 4 });
    expect(await answer).toEqual({ ok: true, seq: 4 });
    for (let time = 0; time < 5; time++) {
      socket().breaks(4001);
      vi.advanceTimersByTime(150);
    }
    expect(sockets).toHaveLength(7);
    socket().breaks(4001);
    vi.advanceTimersByTime(150);
    expect(sockets).toHaveLength(7);
    vi.advanceTimersByTime(20_000);
    expect(sockets).toHaveLength(8);
  });

  it("sends nothing later that was to be heard at once", async () => {
    socket().says(welcome(3));
    const cut = link.claim("c1", "cue", 0, 5, 230);
    socket().breaks();
    expect(await cut).toEqual(UNHEARD);
    expect(await link.claim("c2", "cue", 0, 5, 230)).toEqual(UNHEARD);
    vi.advanceTimersByTime(1000);
    socket().onopen?.({} as Event);
    socket().says(current(3));
    expect(socket().sent.map(({ t }) => t)).toEqual(["hello"]);
    expect(link.waiting).toBe(0);
  });

  it("asks a server that has been silent, and takes the link for lost if there is no answer", () => {
    socket().says(welcome(3));
    vi.advanceTimersByTime(17_000);
    expect(socket().sent.at(-1)).toEqual({ t: "hello", table: "T", last_seq: 3, view_hash: "h3", changes: true });
    expect(link.state).toBe("connected");
    socket().says(current(3));
    vi.advanceTimersByTime(14_000);
    expect(link.state).toBe("connected");
    vi.advanceTimersByTime(3_000);
    const silent = socket();
    vi.advanceTimersByTime(10_000);
    expect(silent.readyState).toBe(3);
    expect(sockets.length).toBe(2);
    expect(link.state).toBe("reconnecting");
    expect(link.lost).toBeGreaterThan(0);
    socket().onopen?.({} as Event);
    socket().says(current(3));
    expect(link.state).toBe("connected");
    expect(link.lost).toBe(0);
  });

  it("gives the reason of a refusal", async () => {
    socket().says(welcome(3));
    const answer = link.command({ kind: "start" });
    const id = String(socket().sent.at(-1)!["command_id"]);
    socket().says({ t: "rejected", command_id: id, reason: { key: "no" }, rules: ["BIL-1"], seq: 3, scene: null });
    expect(await answer).toEqual({ ok: false, reason: { key: "no" }, rules: ["BIL-1"] });
  });

  it("replaces the list of moves from where the server says", () => {
    const move = (n: number) => ({ n, seat: 0, text: `m${n}`, message: { key: "k" }, motions: [], trace: [] });
    socket().says({ ...welcome(1), moves: [move(0), move(1)] } as unknown as Incoming);
    socket().says({ ...welcome(2), t: "update", said_from: 0, moves_from: 1, moves: [move(7)] } as unknown as Incoming);
    expect(link.moves.map((entry) => entry.text)).toEqual(["m0", "m7"]);
  });

  it("puts a change to what it was told, and shows it", () => {
    socket().says(welcome(3));
    socket().says({
      t: "change",
      seq: 4,
      base: "h3",
      view_hash: "h4",
      now_ms: 0,
      since_ms: 0,
      begins_ms: -1,
      watching: 2,
      table: { phase: "over" },
    });
    expect([link.seq, link.watching, link.table?.phase, link.table?.id]).toEqual([4, 2, "over", "T"]);
    socket().says({ t: "change", seq: 5, base: "h4", view_hash: "h5", now_ms: 0, since_ms: 0, begins_ms: -1 });
    expect([link.seq, link.watching]).toEqual([5, 2]);
    expect(socket().sent).toHaveLength(1);
  });

  it("asks for everything where something changes that it was never told", () => {
    socket().says(welcome(3));
    socket().says({
      t: "change",
      seq: 5,
      base: "h4",
      view_hash: "h5",
      now_ms: 0,
      since_ms: 0,
      begins_ms: -1,
      watching: 2,
    });
    socket().says({
      t: "change",
      seq: 6,
      base: "h5",
      view_hash: "h6",
      now_ms: 0,
      since_ms: 0,
      begins_ms: -1,
      watching: 2,
    });
    expect([link.seq, link.watching]).toEqual([3, 0]);
    expect(socket().sent, "it asks once").toHaveLength(2);
    expect(socket().sent.at(-1)).toEqual({ t: "hello", table: "T", last_seq: 3, view_hash: "", changes: true });
    socket().says({ ...welcome(5), watching: 2 } as Incoming);
    expect([link.seq, link.watching]).toEqual([5, 2]);
  });

  it("shows what rests before it learns that nothing else has happened", () => {
    socket().says(welcome(3));
    link.rest();
    socket().says({
      t: "change",
      seq: 4,
      base: "h3",
      view_hash: "h4",
      now_ms: 0,
      since_ms: 0,
      begins_ms: -1,
      watching: 2,
    });
    expect([link.seq, link.watching]).toEqual([3, 0]);
    socket().breaks();
    vi.advanceTimersByTime(1000);
    socket().onopen?.({} as Event);
    expect(socket().sent[0]).toMatchObject({ t: "hello", view_hash: "h4" });
    socket().says(current(4));
    expect([link.seq, link.watching]).toEqual([4, 2]);
  });

  it("answers questions by their id", async () => {
    socket().says(welcome(1));
    const why = link.why(0, ["a", "b"]);
    const { id } = socket().sent.at(-1) as { id: string };
    socket().says({ t: "because", id, reason: { key: "far" }, rules: ["R"] });
    expect(await why).toEqual({ reason: { key: "far" }, rules: ["R"] });
  });

  it("says so where there is no such table, and stops trying", () => {
    socket().says({ t: "error", id: "", reason: { key: "error.no_table" } });
    expect(link.state).toBe("gone");
    socket().breaks();
    vi.advanceTimersByTime(60_000);
    expect(sockets.length).toBe(1);
  });

  it.each(["error.too_fast", "error.busy"])("knocks again where the first greeting meets %s", (key) => {
    socket().says({ t: "error", id: "", reason: { key } });
    expect(link.state).toBe("reconnecting");
    expect(link.refused).toBeNull();
    vi.advanceTimersByTime(1000);
    expect(sockets.length).toBe(2);
    socket().onopen?.({} as Event);
    socket().says(welcome(3));
    expect(link.state).toBe("connected");
  });

  it("makes ids that differ", () => {
    expect(freshId()).toMatch(/^[0-9a-f]{32}$/);
    expect(freshId()).not.toBe(freshId());
  });
});

describe("a link without a network", () => {
  /** A server in the same page, at the other end of this port. */
  const over = (port: MessagePort): Transport => ({
    network: false,
    connect: ({ opened, message }) => {
      port.onmessage = ({ data }: MessageEvent<string>) => message(data);
      queueMicrotask(opened);
      return { open: true, send: (text) => port.postMessage(text), close: () => port.close() };
    },
  });

  it("plays with a server at the other end of a port, however long that is silent", async () => {
    const { port1, port2 } = new MessageChannel();
    const heard: Record<string, unknown>[] = [];
    const says = (message: Frame): void => port2.postMessage(JSON.stringify(message));
    port2.onmessage = ({ data }: MessageEvent<string>) => {
      const said = JSON.parse(data) as Record<string, unknown>;
      heard.push(said);
      if (said["t"] === "hello") says(welcome(3));
      if (said["t"] === "command") says({ t: "applied", command_id: String(said["command_id"]), seq: 4 });
      if (said["t"] === "why") says({ t: "because", id: String(said["id"]), reason: { key: "far" }, rules: [] });
    };
    const near = new Link("T", over(port1));
    near.start();
    await vi.waitFor(() => expect(near.state).toBe("connected"));
    expect(near.alive).toBe(true);
    expect(await near.command({ kind: "start" })).toEqual({ ok: true, seq: 4 });
    expect(await near.why(0, ["a1"])).toEqual({ reason: { key: "far" }, rules: [] });
    await vi.advanceTimersByTimeAsync(120_000);
    expect([near.state, heard.map(({ t }) => t)]).toEqual(["connected", ["hello", "command", "why"]]);
    near.close();
    expect(near.alive).toBe(false);
    port2.close();
  });

  it("waits for a server that ends, and brings what was not answered to the next", async () => {
    let lost: (moved: boolean) => void = () => undefined;
    const sent: string[][] = [];
    const plain: Transport = {
      network: false,
      connect: (listener) => {
        const texts: string[] = [];
        sent.push(texts);
        ({ lost } = listener);
        queueMicrotask(listener.opened);
        return { open: true, send: (text) => void texts.push(text), close: () => undefined };
      },
    };
    const near = new Link("T", plain);
    near.start();
    await vi.advanceTimersByTimeAsync(0);
    near.receive(welcome(3));
    const done = near.command({ kind: "start" });
    lost(false);
    expect(near.state).toBe("reconnecting");
    await vi.advanceTimersByTimeAsync(1000);
    near.receive(current(3));
    expect(sent.map((texts) => texts.map((text) => (JSON.parse(text) as { t: string }).t))).toEqual([
      ["hello", "command"],
      ["hello", "command"],
    ]);
    expect(sent[1]![1]).toBe(sent[0]![1]);
    const { command_id } = JSON.parse(sent[1]![1]!) as { command_id: string };
    near.receive({ t: "applied", command_id, seq: 4 });
    expect(await done).toEqual({ ok: true, seq: 4 });
    near.close();
  });
});

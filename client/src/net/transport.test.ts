import { afterEach, expect, it, vi } from "vitest";
import { address, webSockets, type Socket } from "./transport";

afterEach(() => vi.unstubAllGlobals());

const socket = (): Socket => ({
  readyState: 0,
  send: vi.fn(),
  close: vi.fn(),
  onopen: null,
  onmessage: null,
  onclose: null,
});

it("names its table in the address of its socket", () => {
  vi.stubGlobal("location", { protocol: "https:", host: "games.example" });
  expect(address("a-b_C")).toBe("wss://games.example/ws?table=a-b_C");
  vi.stubGlobal("location", { protocol: "http:", host: "localhost:8000" });
  expect(address("a b")).toBe("ws://localhost:8000/ws?table=a%20b");
});

it("opens the browser's own socket there where no other is given", () => {
  const opened: string[] = [];
  vi.stubGlobal("location", { protocol: "https:", host: "games.example" });
  vi.stubGlobal(
    "WebSocket",
    class {
      constructor(to: string) {
        opened.push(to);
      }
    },
  );
  webSockets("T").connect({ opened: vi.fn(), message: vi.fn(), lost: vi.fn() });
  expect(opened).toEqual(["wss://games.example/ws?table=T"]);
});

it("carries texts both ways, and tells what becomes of the socket", () => {
  const made: Socket[] = [];
  const transport = webSockets("T", () => {
    made.push(socket());
    return made.at(-1)!;
  });
  expect([transport.network, made.length]).toEqual([true, 0]);
  const listener = { opened: vi.fn(), message: vi.fn(), lost: vi.fn() };
  const connection = transport.connect(listener);
  const one = made[0]! as Socket & { readyState: number };
  expect([connection.open, listener.opened.mock.calls.length]).toEqual([false, 0]);
  one.readyState = 1;
  one.onopen?.({} as Event);
  expect([connection.open, listener.opened.mock.calls.length]).toEqual([true, 1]);
  connection.send("hello");
  expect(one.send).toHaveBeenCalledWith("hello");
  one.onmessage?.({ data: "welcome" } as MessageEvent);
  expect(listener.message).toHaveBeenCalledWith("welcome");
  one.readyState = 2;
  expect(connection.open).toBe(false);
  connection.close();
  expect(one.close).toHaveBeenCalledOnce();
});

it.each([
  [1006, false],
  [1001, false],
  [4001, true],
])("tells whether the table has moved: %i", (code, moved) => {
  const one = socket();
  const lost = vi.fn();
  webSockets("T", () => one).connect({ opened: vi.fn(), message: vi.fn(), lost });
  one.onclose?.({ code } as CloseEvent);
  expect(lost.mock.calls).toEqual([[moved]]);
});

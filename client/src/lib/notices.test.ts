import { afterEach, expect, test, vi } from "vitest";
import { bytes, callHere, callHereNoMore } from "./notices";

vi.mock("./guest", () => ({ beKnown: () => Promise.resolve() }));

const KEY = "BAF_-w";
const RAW = new Uint8Array([4, 1, 127, 251]);

/** A browser whose push service answers like this, and what the server was asked. */
function browser(
  found: object | null,
  subscribe: () => Promise<unknown>,
  status = 200,
  push: object = { key: KEY, why: null },
): { asked: [string, string, string][] } {
  const asked: [string, string, string][] = [];
  const manager = { getSubscription: () => Promise.resolve(found), subscribe };
  const registration = { pushManager: manager };
  vi.stubGlobal("window", { isSecureContext: true, PushManager: class {} });
  vi.stubGlobal("navigator", {
    serviceWorker: {
      register: () => Promise.resolve(registration),
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  });
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    asked.push([init?.method ?? "GET", address, String(init?.body ?? "")]);
    const isAsked = address === "/api/notify";
    const body = isAsked
      ? { push, mail: {} }
      : status === 200
        ? {}
        : { error: { key: "error.push.unreachable" }, text: "x" };
    return Promise.resolve(new Response(JSON.stringify(body), { status: isAsked ? 200 : status }));
  });
  return { asked };
}

const subscription = (key: Uint8Array = RAW) => ({
  endpoint: "https://push.example/x",
  options: { applicationServerKey: key.buffer },
  unsubscribe: vi.fn(() => Promise.resolve(true)),
  toJSON: () => ({ endpoint: "https://push.example/x", keys: { p256dh: "p", auth: "a" } }),
});

afterEach(() => vi.unstubAllGlobals());

test("a key is read as the server writes it", () => {
  expect(bytes(KEY)).toEqual(RAW);
});

test("a browser that can be called is told to the server", async () => {
  const made = subscription();
  const subscribe = vi.fn(() => Promise.resolve(made));
  const { asked } = browser(null, subscribe);
  expect(await callHere()).toBeNull();
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: RAW });
  expect(asked[1]![0]).toBe("PUT");
  expect(JSON.parse(asked[1]![2])).toEqual({ ...made.toJSON(), lang: "en" });
});

test("a subscription to the same key is kept, to another one it is renewed", async () => {
  const kept = subscription();
  const subscribe = vi.fn(() => Promise.resolve(subscription()));
  browser(kept, subscribe);
  expect(await callHere()).toBeNull();
  expect(subscribe).not.toHaveBeenCalled();
  const old = subscription(new Uint8Array([1, 2, 3, 4]));
  browser(old, subscribe);
  expect(await callHere()).toBeNull();
  expect(old.unsubscribe).toHaveBeenCalled();
  expect(subscribe).toHaveBeenCalled();
});

test("why it is not so is said, and nothing is left half switched on", async () => {
  const why = { key: "error.push.off" };
  browser(null, () => Promise.reject(new Error("not asked")), 200, { key: null, why });
  expect(await callHere()).toEqual(why);
  browser(null, () => Promise.reject(new DOMException("no service", "AbortError")));
  expect(await callHere()).toEqual({ key: "ui.notify.no_service" });
  const made = subscription();
  browser(null, () => Promise.resolve(made), 502);
  expect(await callHere()).toEqual({ key: "error.push.unreachable" });
  expect(made.unsubscribe).toHaveBeenCalled();
});

test("what worked before is not thrown away where the server cannot be told now", async () => {
  const kept = subscription();
  browser(kept, () => Promise.reject(new Error("not asked")), 502);
  expect(await callHere()).toEqual({ key: "error.push.unreachable" });
  expect(kept.unsubscribe).not.toHaveBeenCalled();
});

test("switched off, the browser and the server forget it", async () => {
  const found = subscription();
  const { asked } = browser(found, () => Promise.reject(new Error("not asked")));
  await callHereNoMore();
  expect(found.unsubscribe).toHaveBeenCalled();
  expect(asked).toEqual([["DELETE", "/api/notify/push", JSON.stringify({ endpoint: found.endpoint })]]);
});

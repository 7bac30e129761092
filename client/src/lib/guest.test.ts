import { get } from "svelte/store";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "./api";
import { arrive, beKnown, forgetWithOthers, name, outdated, rename } from "./guest";

const known = vi.hoisted(() => ({ name: "", keeps: true, guest: false, made: 0, fails: [] as unknown[] }));
vi.mock("./api", async (original) => ({
  ...(await original<object>()),
  setMe: ({ name }: { name: string }) => Promise.resolve({ name: known.keeps ? (known.name = name) : name }),
  me: () => Promise.resolve({ name: known.name, lang: "", known: known.guest, build: "" }),
  arrive: () => {
    const failure = known.fails.shift();
    if (failure) return Promise.reject(failure);
    known.made++;
    known.guest = known.keeps;
    return Promise.resolve({ name: known.name, lang: "" });
  },
}));
afterEach(() => vi.useRealTimers());

it("becomes a guest as soon as there is room, and once", async () => {
  vi.useFakeTimers();
  known.fails = [
    new ApiError(429, { key: "error.too_fast" }, "", {}, 7),
    new ApiError(0, { key: "error.unreachable" }, ""),
  ];
  const coming = arrive(() => true);
  await vi.advanceTimersByTimeAsync(6_900);
  expect([known.fails.length, known.made]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([await coming, known.made]).toEqual(["new", 1]);
  expect([await arrive(() => true), known.made]).toEqual(["known", 1]);
});

it("asks no more where nobody waits, or the answer is final", async () => {
  known.guest = false;
  expect(await arrive(() => false)).toBeNull();
  known.fails = [new ApiError(403, { key: "error.origin" }, "")];
  expect(await arrive(() => true)).toBeNull();
});

it("says that cookies are blocked, and makes no guest with each table", async () => {
  [known.guest, known.keeps, known.made] = [false, false, 0];
  expect([await arrive(() => true), await arrive(() => true), known.made]).toEqual(["blocked", "blocked", 2]);
  await expect(beKnown()).rejects.toMatchObject({ said: { key: "ui.cookies.blocked" } });
  expect(known.made).toBe(2);
  [known.guest, known.keeps] = [false, true];
});

it("is somebody once a name is kept, and made no guest again for what is asked for then", async () => {
  [known.guest, known.made] = [true, 0];
  await rename("Zoé");
  await beKnown();
  expect([get(name), known.made]).toEqual(["Zoé", 0]);
});

it("loads a page again that goes on under a name which the server knows no more", async () => {
  const heard = new Map<string, (event: object) => void>();
  const reload = vi.fn();
  forgetWithOthers({
    addEventListener: (what: string, act: (event: object) => void) => heard.set(what, act),
    location: { reload },
  } as never);
  const tell = (what: string, event: object): unknown => heard.get(what)!(event);
  name.set("");
  tell("storage", { key: null });
  tell("storage", { key: "ludotheque.stranger" });
  expect(reload).not.toHaveBeenCalled();
  name.set("Zénobie");
  tell("storage", { key: "ludotheque.sound" });
  expect(reload).not.toHaveBeenCalled();
  tell("storage", { key: "ludotheque.stranger" });
  tell("storage", { key: null });
  expect(reload).toHaveBeenCalledTimes(2);
  known.name = "Zénobie";
  tell("pageshow", { persisted: false });
  tell("pageshow", { persisted: true });
  await Promise.resolve();
  expect(reload).toHaveBeenCalledTimes(2);
  known.name = "";
  tell("pageshow", { persisted: true });
  await Promise.resolve();
  await Promise.resolve();
  expect(reload).toHaveBeenCalledTimes(3);
});

it("says that cookies are blocked where a name is not kept", async () => {
  await rename(" Zoé ");
  known.keeps = false;
  await expect(rename("Léo")).rejects.toMatchObject({ said: { key: "ui.cookies.blocked" } });
});

it("finds the seats that still have a name which was given up", () => {
  const chair = (seat: number, name: string, yours: boolean, here = false) => ({ seat, name, yours, here });
  const chairs = [
    chair(0, "Mésange drôle", true),
    chair(1, "Mésange drôle", false),
    chair(2, "Léo", true, true),
    chair(3, "Zoé", true),
  ];
  expect(outdated(chairs, "Zoé", ["Mésange drôle", "Léo"])).toEqual([0]);
  expect(outdated(chairs, "Zoé", [])).toEqual([]);
});

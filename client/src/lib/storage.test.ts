import { get } from "svelte/store";
import { beforeEach, expect, it, vi } from "vitest";

const at = vi.hoisted(() => ({ inFolder: true }));
vi.mock("./folder", () => ({
  get inFolder() {
    return at.inFolder;
  },
  root: "#",
}));

function kept(): Storage {
  const methods = {
    getItem: (name: string) => all[name] ?? null,
    setItem: (name: string, text: string) => void (all[name] = text),
    removeItem: (name: string) => void delete all[name],
  };
  const all = Object.create(methods) as Record<string, string>;
  return all as unknown as Storage;
}

beforeEach(() => {
  vi.stubGlobal("localStorage", kept());
  vi.stubGlobal("sessionStorage", kept());
});

/** The modules of a page at this address of one host; without one, of a page that a server sends. */
async function page(folder = "") {
  at.inFolder = folder !== "";
  vi.stubGlobal("document", { baseURI: `https://host${folder}index.html` });
  vi.stubGlobal("location", { replace: () => undefined, reload: () => undefined });
  vi.resetModules();
  return {
    ...(await import("./prefs")),
    ...(await import("./storages")),
    ...(await import("./people")),
    ...(await import("./handed")),
    ...(await import("../site/backup")),
  };
}
const answer = (body: unknown) => vi.fn(() => Promise.resolve(new Response(JSON.stringify(body))));

it("keeps apart what two folders and a server of one host prefer", async () => {
  (await page()).theme.set("dark");
  (await page("/games/")).theme.set("light");
  const other = await page("/games/old/");
  expect([get(other.theme), other.local.names()]).toEqual(["auto", []]);
  expect(get((await page()).theme)).toBe("dark");
  expect(get((await page("/games/")).theme)).toBe("light");
  expect(localStorage.getItem("ludotheque.theme")).toBe('"dark"');
});

it("erases only what is its own", async () => {
  const folders = ["", "/games/", "/games/old/"];
  for (const folder of folders) {
    const { local, session } = await page(folder);
    local.set("theme", '"dark"');
    session.set("bound.T.0.1", "k1");
  }
  localStorage.setItem("another page", "1");
  const { eraseMe } = await page("/games/");
  vi.stubGlobal("fetch", answer({}));
  vi.stubGlobal("Worker", undefined);
  await eraseMe();
  const left = [];
  for (const folder of folders) {
    const { local, session } = await page(folder);
    left.push([local.names(), session.names()]);
  }
  expect(left).toEqual([
    [["theme"], ["bound.T.0.1"]],
    [[], []],
    [["theme"], ["bound.T.0.1"]],
  ]);
  expect(localStorage.getItem("another page")).toBe("1");
});

it("takes the settings of a backup in another folder, and in no other", async () => {
  (await page("/new/")).theme.set("light");
  (await page("/other/")).theme.set("contrast");
  const { settle } = await page("/new/");
  vi.stubGlobal("fetch", answer({ "ludotheque.theme": '"dark"', "ludotheque.sound": "false" }));
  await settle();
  const { theme, local } = await page("/new/");
  expect([get(theme), local.get("sound")]).toEqual(["dark", "false"]);
  expect(get((await page("/other/")).theme)).toBe("contrast");
});

it("carries a game from a server to the folder beside it", async () => {
  const game = { order: { game: "bantu" }, moves: [], names: [] };
  (await page()).hand(game as never);
  expect((await page("/alone/")).handed()).toEqual(game);
});

it("brings what somebody prefers from a server to the folder beside it, the first time", async () => {
  const server = await page();
  server.theme.set("dark");
  server.bring();
  const alone = await page("/alone/");
  expect(get(alone.theme)).toBe("dark");
  alone.theme.set("light");
  server.bring();
  expect(get((await page("/alone/")).theme)).toBe("light");
  alone.local.clear();
  expect(get((await page("/alone/")).theme)).toBe("auto");
});

it("keeps nothing where the browser refuses", async () => {
  vi.stubGlobal("localStorage", undefined);
  const { local } = await page();
  expect([local.set("theme", "x"), local.get("theme"), local.names()]).toEqual([false, null, []]);
});

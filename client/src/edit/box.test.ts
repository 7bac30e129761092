import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../lib/api";
import { Box, boxOf } from "./box.svelte";
import { calledAt, within, type Edit, type Opened } from "./opened";

const { kept } = vi.hoisted(() => ({ kept: new Map<string, string>() }));
const asked: (string | null)[] = [];
let full = false;

vi.mock("../lib/storage", async (original) => ({
  ...(await original<typeof import("../lib/storage")>()),
  get: (name: string) => kept.get(name) ?? null,
  set: (name: string, text: string) => !full && Boolean(kept.set(name, text)),
}));
vi.mock("./opened", async (original) => ({
  ...(await original<typeof import("./opened")>()),
  openBox: async (_game: string, components: string | null, edit: Edit | null): Promise<Opened> => {
    await Promise.resolve();
    asked.push(components);
    if (edit?.do === "act") throw new ApiError(422, { key: "no" }, "no");
    const added = edit?.do === "set" ? `+${edit.value}` : "";
    return {
      components: `${components ?? "printed"}${added}`,
      parts: [],
      faults: [],
      changed: [],
      seats: [2],
      differences: [],
    };
  },
}));

const set = (value: number): Edit => ({ do: "set", path: "a", value });

beforeEach(() => {
  kept.clear();
  asked.length = 0;
  full = false;
});

it("makes edits in their order, each in the file that the one before left", async () => {
  const box = new Box("bantu");
  await box.begin(null);
  await Promise.all([box.change(set(1)), box.change(set(2))]);
  expect(box.text).toBe("printed+1+2");
  expect(asked).toEqual([null, "printed", "printed+1"]);
  expect(kept.get("box.bantu")).toBe("printed+1+2");
});

it("goes back and forth, and forgets what was undone with a new edit", async () => {
  const box = new Box("bantu");
  await box.begin(null);
  await box.change(set(1));
  await box.change(set(2));
  box.undo();
  expect([box.text, box.canRedo]).toEqual(["printed+1", true]);
  box.redo();
  expect(box.text).toBe("printed+1+2");
  box.undo();
  await box.change(set(3));
  expect([box.text, box.canRedo]).toEqual(["printed+1+3", false]);
  box.undo();
  box.undo();
  box.undo();
  expect([box.text, box.canUndo]).toEqual(["printed", false]);
});

it("takes back an edit that is still on its way", async () => {
  const box = new Box("bantu");
  await box.begin(null);
  await box.change(set(1));
  const drawn = box.change(set(2));
  expect(box.canUndo).toBe(true);
  box.undo();
  await drawn;
  await vi.waitFor(() => expect(box.text).toBe("printed+1"));
  expect(box.canRedo).toBe(true);
});

it("takes back nothing older than an edit that is refused", async () => {
  const box = new Box("bantu");
  await box.begin(null);
  await box.change(set(1));
  const refused = box.change({ do: "act", part: "x", action: "y" });
  box.undo();
  await refused;
  await box.change(set(2));
  expect(box.text).toBe("printed+1+2");
});

it("keeps what was drawn where an edit is refused", async () => {
  const box = new Box("bantu");
  await box.begin("mine");
  await box.change({ do: "act", part: "x", action: "y" });
  expect([box.text, box.refused, box.canUndo]).toEqual(["mine", { key: "no" }, false]);
  await box.change(set(1));
  expect([box.text, box.refused]).toEqual(["mine+1", null]);
});

it("takes back another file that took its place", async () => {
  const box = new Box("bantu");
  await box.begin("mine");
  await box.replace("theirs");
  expect(box.text).toBe("theirs");
  box.undo();
  expect(box.text).toBe("mine");
});

it("says that a browser keeps nothing", async () => {
  full = true;
  const box = new Box("bantu");
  await box.begin(null);
  expect(box.unkept).toBe(true);
});

it("finds what a path is called", () => {
  const label = (key: string): { key: string } => ({ key });
  const parts = [
    { id: "cards", title: label("cards"), parts: [{ id: "cards[1]", title: label("second") }] },
    { id: "values", title: label("values"), fields: [{ path: "values.earth", label: label("earth"), value: 1 }] },
  ];
  expect(calledAt(parts, "values.earth").map(({ key }) => key)).toEqual(["values", "earth"]);
  expect(calledAt(parts, "cards[1]").map(({ key }) => key)).toEqual(["cards", "second"]);
  expect(calledAt(parts, "track.rows")).toEqual([]);
  expect([within("cards[1].frame", "cards[1]"), within("cards[12]", "cards[1]")]).toEqual([true, false]);
});

it("has its steps back for whoever returns to it, and none for another file", async () => {
  const box = boxOf("billabong");
  await box.begin(null);
  await box.change(set(1));
  expect(boxOf("billabong")).toBe(box);
  await box.begin("printed+1");
  expect(box.canUndo).toBe(true);
  box.undo();
  expect(box.text).toBe("printed");
  await box.begin("another");
  expect([box.text, box.canUndo, box.canRedo]).toEqual(["another", false, false]);
});

it("can still be undone after the page was loaded again", async () => {
  const before = new Box("bantu");
  await before.begin(null);
  await before.change(set(1));
  await before.change(set(2));
  before.undo();
  const after = new Box("bantu");
  await after.begin(kept.get("box.bantu") ?? null);
  expect([after.text, after.canUndo, after.canRedo]).toEqual(["printed+1", true, true]);
  after.redo();
  await vi.waitFor(() => expect(after.text).toBe("printed+1+2"));
  after.undo();
  after.undo();
  await vi.waitFor(() => expect([after.text, after.canUndo]).toEqual(["printed", false]));
  const hurried = new Box("bantu");
  kept.set("box.bantu.steps", JSON.stringify({ text: "d", past: ["a", "b", "c"], future: [] }));
  await hurried.begin("d");
  for (let i = 0; i < 3; i++) hurried.undo();
  await vi.waitFor(() => expect([hurried.text, hurried.canUndo]).toEqual(["a", false]));
  for (let i = 0; i < 3; i++) hurried.redo();
  await vi.waitFor(() => expect([hurried.text, hurried.canRedo]).toEqual(["d", false]));
  kept.set("box.bantu.steps", "nothing that can be read");
  const unread = new Box("bantu");
  await unread.begin("printed");
  expect([unread.text, unread.canUndo]).toEqual(["printed", false]);
});

it("is not forgotten where the browser keeps nothing", async () => {
  full = true;
  const box = boxOf("banzai");
  await box.begin(null);
  await box.change(set(1));
  await box.begin(null);
  expect([box.text, box.canUndo]).toEqual(["printed+1", true]);
});

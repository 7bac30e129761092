import { expect, it, vi } from "vitest";
import { outdated, rename } from "./guest";

const known = vi.hoisted(() => ({ name: "", keeps: true }));
vi.mock("./api", async (original) => ({
  ...(await original<object>()),
  setMe: ({ name }: { name: string }) => Promise.resolve({ name: known.keeps ? (known.name = name) : name }),
  me: () => Promise.resolve({ name: known.name }),
}));

it("says that cookies are blocked where a name is not kept", async () => {
  await rename(" Zoé ");
  known.keeps = false;
  await expect(rename("Léo")).rejects.toMatchObject({ said: { key: "ui.cookies.blocked" } });
});

it("finds the seats that still have a name which was given up", () => {
  const chair = (seat: number, name: string, yours: boolean, here = false) => ({ seat, name, yours, here });
  const chairs = [chair(0, "Mésange drôle", true), chair(1, "Mésange drôle", false), chair(2, "Léo", true, true), chair(3, "Zoé", true)];
  expect(outdated(chairs, "Zoé", ["Mésange drôle", "Léo"])).toEqual([0]);
  expect(outdated(chairs, "Zoé", [])).toEqual([]);
});

import { get } from "svelte/store";
import { beforeEach, expect, it, vi } from "vitest";
import { hosts } from "../lib/prefs";
import { useTicket } from "./ticket";

const asked = vi.fn<typeof fetch>();
const at = { hash: "", pathname: "/", search: "" };
vi.stubGlobal("fetch", asked);
vi.stubGlobal("location", at);
vi.stubGlobal("history", { state: null, replaceState: () => (at.hash = "") });

beforeEach(() => {
  asked.mockReset();
  hosts.set(false);
});

it("is used once, and taken out of the address", async () => {
  asked.mockResolvedValue(new Response(JSON.stringify({ signed_in: true })));
  at.hash = "#host=17.abc-_.0f";
  await useTicket();
  expect(asked.mock.calls.map(([address, init]) => [address, init?.body])).toEqual([
    ["/api/host/session", JSON.stringify({ key: "17.abc-_.0f" })],
  ]);
  expect([at.hash, get(hosts)]).toEqual(["", true]);
  await useTicket();
  expect(asked).toHaveBeenCalledOnce();
});

it("makes nobody the host once it was used", async () => {
  asked.mockResolvedValue(new Response("{}", { status: 403 }));
  at.hash = "#host=17.abc.0f";
  await useTicket();
  expect([at.hash, get(hosts)]).toEqual(["", false]);
});

it.each(["", "#invite=abc", "#host=", "#host=<b>"])("leaves %j alone", async (hash) => {
  at.hash = hash;
  await useTicket();
  expect(asked).not.toHaveBeenCalled();
  expect(at.hash).toBe(hash);
});

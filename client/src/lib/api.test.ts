import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, library, saidOf } from "./api";

afterEach(() => vi.unstubAllGlobals());

function answers(body: string, init: ResponseInit): void {
  vi.stubGlobal("fetch", async () => new Response(body, init));
}

async function failed(): Promise<unknown> {
  return library().then(
    () => null,
    (reason: unknown) => reason,
  );
}

describe("what is said of a request that failed", () => {
  it("is what the server says", async () => {
    answers(JSON.stringify({ error: { key: "error.too_fast", args: {} }, text: "too many" }), { status: 429 });
    expect(saidOf(await failed())).toEqual({ key: "error.too_fast", args: {} });
  });

  it("names the answer where that says nothing itself", async () => {
    answers("<html>", { status: 502, statusText: "Bad Gateway" });
    expect(saidOf(await failed())).toEqual({ key: "error.server", args: { why: "502 Bad Gateway" } });
  });

  it("keeps what the network said for whoever looks closer", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
    const reason = await failed();
    expect(saidOf(reason)).toEqual({ key: "error.unreachable" });
    expect((reason as ApiError).message).toContain("Failed to fetch");
  });

  it("says what broke in the page itself", () => {
    expect(saidOf(new TypeError("x is undefined"))).toEqual({ key: "error.page", args: { why: "x is undefined" } });
    expect(saidOf("odd")).toEqual({ key: "error.page", args: { why: "odd" } });
  });
});

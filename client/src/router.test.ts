import { beforeAll, describe, expect, it, vi } from "vitest";

let page: (path: string) => [string, string];

beforeAll(async () => {
  vi.stubGlobal("location", { pathname: "/", hash: "", search: "" });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", { addEventListener: () => undefined });
  ({ page } = await import("./router.svelte"));
});

describe("the page of an address", () => {
  it("is named by its first word", () => {
    expect(page("/")).toEqual(["shelf", ""]);
    expect(page("/t/abc")).toEqual(["table", "abc"]);
    expect(page("/rules/mots%20m%C3%AAl%C3%A9s")).toEqual(["rules", "mots mêlés"]);
    expect(page("/print/billabong")).toEqual(["print", "billabong"]);
    expect(page("/edition/billabong")).toEqual(["edition", "billabong"]);
    expect(page("/evening")).toEqual(["evenings", ""]);
    expect(page("/evening/x_-1")).toEqual(["evening", "x_-1"]);
    expect(page("/board/x_-1")).toEqual(["board", "x_-1"]);
    expect(page("/ranking")).toEqual(["ranking", ""]);
  });

  it("is missing where the address has too little, too much, or a letter badly encoded", () => {
    for (const path of [
      "/t",
      "/t/",
      "/t/a/b",
      "/nowhere",
      "/t/%E0",
      "/rules/%E0%A4%A",
      "/new/%",
      "/board",
      "/ranking/a",
    ])
      expect(page(path)).toEqual(["missing", ""]);
  });
});

import { describe, expect, it } from "vitest";
import { outline } from "./marks";

describe("the signs of seats", () => {
  it("are shapes, those of no colour too, which no letter's height cuts", () => {
    for (const mark of "●■▲◆✚⬟◉◈▣◎⬢") expect(outline(mark), mark).toMatch(/^M.*Z$/);
    expect(outline("A")).toBeUndefined();
    expect(outline("7")).toBeUndefined();
  });
});

import { expect, it } from "vitest";
import { carries, packed, unpacked } from "./link";

const TEXT = `# The box\n[track]\nrows = [${Array.from({ length: 300 }, (_, n) => `"r${n}a r${n}b – é"`).join(", ")}]\n`;

it("carries a whole file, and makes it shorter", async () => {
  const hash = await packed(TEXT);
  expect(hash).toMatch(/^#box=[A-Za-z0-9_-]+$/);
  expect(hash.length).toBeLessThan(TEXT.length / 2);
  expect(carries(hash)).toBe(true);
  expect(await unpacked(hash, 100_000)).toBe(TEXT);
});

it("gives nothing for a link that is damaged, cut off or too large", async () => {
  const hash = await packed(TEXT);
  expect(await unpacked(hash.slice(0, -9), 100_000)).toBeNull();
  expect(await unpacked("#box=%%%", 100_000)).toBeNull();
  expect(await unpacked(hash, 100)).toBeNull();
  expect(await unpacked("#BAN-01", 100_000)).toBeNull();
  expect(carries("#BAN-01")).toBe(false);
});

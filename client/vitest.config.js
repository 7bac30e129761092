import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mergeConfig } from "vitest/config";
import vite from "./vite.config.ts";

const tests = readdirSync("src", { recursive: true })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => join("src", path));
/** Tests of what follows by itself: Svelte's effects run as in a browser. */
const effects = tests.filter((path) => path.endsWith(".svelte.test.ts"));
/** Tests that replace modules, globals or the texts: each gets modules of its own. The others share theirs, which takes half the time. */
const alone = tests.filter((path) => /vi\.(mock|doMock|stubGlobal)|import { speak/.test(readFileSync(path, "utf8")));

export default mergeConfig(vite({ command: "serve", mode: "test" }), {
  test: {
    pool: "threads",
    css: { include: /\?raw/ },
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: {
          name: "together",
          include: tests.filter((path) => ![...alone, ...effects].includes(path)),
          isolate: false,
        },
      },
      {
        extends: true,
        resolve: { conditions: ["browser"] },
        test: {
          name: "effects",
          include: effects,
          environment: "./src/testing/client.ts",
          server: { deps: { inline: [/svelte/] } },
        },
      },
    ],
  },
});

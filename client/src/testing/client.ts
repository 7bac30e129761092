/** For tests of what follows by itself: Svelte's effects run, as in a browser, in a window without a page. */
import type { Environment } from "vitest/environments";

export default {
  name: "client",
  viteEnvironment: "client",
  setup(global) {
    const page = Object.assign(new EventTarget(), {
      devicePixelRatio: 1,
      innerWidth: 1280,
      innerHeight: 800,
      matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
    });
    global["window"] = page;
    return { teardown: () => void delete global["window"] };
  },
} satisfies Environment;

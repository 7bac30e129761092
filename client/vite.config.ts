import namesFor from "@csstools/postcss-global-data";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import named from "postcss-custom-media";
import { defineConfig } from "vite";

/** Where `npm run dev` finds the server of the project. */
const server = "http://127.0.0.1:8000";

/** With `--mode site` the pages of the library without a server are built: they lie anywhere, and the server is in the page. */
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: mode === "site" ? "./" : "/",
  worker: { format: "es" },
  // The kinds of screen have names, which every component may use.
  css: {
    postcss: {
      plugins: [namesFor({ files: ["src/theme/screens.css"] }), named()],
    },
  },
  build: {
    outDir: mode === "site" ? "../build/site/pages" : "../src/ludotheque/server/static",
    emptyOutDir: true,
    target: "es2022",
    // A preloaded module that did not come stays failed in the browser, and no second try would ask for it.
    // Browsers that know no `modulepreload` load modules when they need them.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "js" ? files.filter((file) => file.endsWith(".css")) : files,
    },
    assetsInlineLimit: 0,
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": server,
      "/art": server,
      "/ws": { target: server, ws: true },
    },
  },
}));

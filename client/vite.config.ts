import namesFor from "@csstools/postcss-global-data";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import named from "postcss-custom-media";
import { defineConfig } from "vite";

/** Where `npm run dev` finds the server of the project. */
const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  // The kinds of screen have names, which every component may use.
  css: {
    postcss: {
      plugins: [namesFor({ files: ["src/theme/screens.css"] }), named()],
    },
  },
  build: {
    outDir: "../src/ludotheque/server/static",
    emptyOutDir: true,
    target: "es2022",
    // A preloaded module that did not come stays failed in the browser, and no second try would ask for it.
    modulePreload: {
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
});

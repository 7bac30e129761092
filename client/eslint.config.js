import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";

/** An address that is written out as a link's: one of this site has `root` before it. */
const LINK = 'SvelteElement:not([name.name="use"]) > SvelteStartTag > SvelteAttribute[key.name="href"]';
const WRITTEN = "/^(#|\\/(?!api\\/))/";

const KEPT = "Libraries of one host keep their things apart: use lib/storage.ts.";

/** Rules that need no types: svelte-check knows the types, and says what cannot be used without a mouse or without seeing. */
export default defineConfig(
  // The one is written by tools/wire_types.py, the other served as it is.
  globalIgnores(["src/net/wire.generated.ts", "public/"]),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"] } },
  },
  {
    rules: {
      // What has to be there and is not used is called `_…`, as for TypeScript.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Sets and maps that pages show lie in `$state.raw` and are replaced as a whole; all others are not shown.
      "svelte/prefer-svelte-reactivity": "off",
      // `{" "}` is a space at the edge of a block, which Svelte leaves out if it is not written so.
      "svelte/no-useless-mustaches": "off",
    },
  },
  {
    // These put elements on the page themselves, which Svelte knows nothing of.
    ignores: [
      "src/scene/loupe.ts",
      "src/shell/movers.ts",
      "src/replay/picture.ts",
      "src/lib/why.ts",
      "src/main.ts",
      "**/*.test.ts",
    ],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.property.name=/^(append|appendChild|prepend|insertBefore|insertAdjacentElement|replaceWith|replaceChildren)$/]",
          message:
            "Svelte finds what it removes by where it put it: let the order of the list say what lies above what.",
        },
        {
          selector: [
            `${LINK} > SvelteLiteral:first-child[value=${WRITTEN}]`,
            `${LINK} Literal[value=${WRITTEN}]`,
            `${LINK} TemplateLiteral[quasis.0.value.raw=${WRITTEN}]`,
          ].join(", "),
          message: "Pages of the library without a server stand behind `#`: begin with `root` (lib/folder.ts).",
        },
      ],
    },
  },
  {
    ignores: ["src/lib/storage.ts", "src/lib/storages.ts", "**/*.test.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...["localStorage", "sessionStorage"].map((name) => ({ name, message: KEPT })),
      ],
      "no-restricted-properties": [
        "error",
        ...["localStorage", "sessionStorage"].map((property) => ({ property, message: KEPT })),
      ],
    },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      // TypeScript finds these, and knows types, too.
      "no-undef": "off",
      // What a `$derived` keeps for the next time it is computed looks unused.
      "no-useless-assignment": "off",
    },
  },
  {
    // Drawings of games, which the server sends.
    files: [
      "src/edit/Drawn.svelte",
      "src/live/Sprites.svelte",
      "src/scene/Board.svelte",
      "src/scene/Picture.svelte",
      "src/shell/Composer.svelte",
      "src/shell/Portrait.svelte",
      "src/table/Celebration.svelte",
      "src/table/EndCard.svelte",
    ],
    rules: { "svelte/no-at-html-tags": "off" },
  },
);

/** What replaces something else in the library without a server; null in the served pages. */

import type { Component } from "svelte";
import { everyWord } from "../lib/i18n";
import type { PageName } from "../router.svelte";
import Found from "./Elsewhere.svelte";
import type { Opening } from "./state";

/** In place of a part of a page that needs people or devices elsewhere. */
export const Elsewhere = import.meta.env.MODE === "site" ? Found : null;

/** These are there for people and devices elsewhere. */
const FAR: readonly PageName[] = ["device", "mail", "ranking", "evenings", "evening", "board", "host"];
/** All that these show are files. */
const READ: readonly PageName[] = ["rules", "edition"];

/** What is loaded in place of a page, if anything is. */
export const instead =
  import.meta.env.MODE === "site"
    ? (page: PageName, { state }: Opening): (() => Promise<{ default: Component }>) | null => {
        if (FAR.includes(page)) return () => import("./ElsewherePage.svelte");
        if (state !== "failed" || READ.includes(page)) return null;
        return () => Promise.all([import("./StoppedPage.svelte"), everyWord()]).then(([found]) => found);
      }
    : null;

/** A friendly name for a guest without one: an adjective and a plant or animal. */

import { get } from "svelte/store";
import { name, meet, rename } from "./guest";
import { t } from "./i18n";

const listed = (key: string): string[] =>
  t(key)
    .split(",")
    .map((word) => word.trim());
const oneOf = <T>(things: readonly T[], lot: () => number): T => things[Math.floor(lot() * things.length)]!;

/** A name in the language of the page that is not in `taken`. */
export function friendlyName(taken: readonly string[] = [], lot: () => number = Math.random): string {
  const [who, how] = [listed("ui.friendly.who"), listed("ui.friendly.how")];
  let found = "";
  for (let tries = 0; tries < 20; tries++) {
    found = t("ui.friendly", { who: oneOf(who, lot), how: oneOf(how, lot) });
    if (!taken.includes(found)) break;
  }
  return found;
}

/** So many players can be around a box. */
const MOST = 12;

/** Is it a name that nobody chose: a friendly one, `Player 2` or `Me`? */
export function isGiven(name: string): boolean {
  const [whose, hows] = [listed("ui.friendly.who"), listed("ui.friendly.how")];
  const numbers = Array.from({ length: MOST }, (_, i) => t("ui.box.player", { n: i + 1 }));
  return (
    name === t("ui.who.me") ||
    numbers.includes(name) ||
    whose.some((who) => name.includes(who) && hows.some((how) => name === t("ui.friendly", { who, how })))
  );
}

/** The guest's name; if there is none yet, a friendly one is chosen and saved. Throws `ApiError`. */
export async function named(): Promise<string> {
  await meet();
  if (!get(name)) await rename(friendlyName());
  return get(name);
}

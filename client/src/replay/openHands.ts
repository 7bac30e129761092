/** A scene as a replay shows it: every hand is open, all are equally large, and none moves when the turn changes. */

import { calls, known, t, type Message } from "../lib/i18n";
import type { Layout, Panel, Scene } from "../net/wire";

/** The heading of a hand: `Your cards`, or the names if several players share the screen. */
function mine({ key, args = {} }: Message, own: readonly number[]): Message {
  if (own.length > 1) return { key, args };
  if (known(`${key}.yours`)) return { key: `${key}.yours`, args };
  const named = Object.entries(args).map(([name, value]) => [
    name,
    own.some((seat) => calls({ key: "", args: { value } }, seat)) ? t("ui.seat.own") : value,
  ]);
  return { key, args: Object.fromEntries(named) };
}

const handsOf = (panels: readonly Panel[]): Panel[] => panels.filter(({ kind }) => kind === "hand");

/** The hands in the order of the seats, before all other trays; `own` are the viewer's seats. */
export function openHands(scene: Scene, own: readonly number[]): Scene {
  const panels = scene.panels.map((panel) =>
    own.includes(panel.seat) ? { ...panel, title: mine(panel.title, own) } : panel,
  );
  const hands = handsOf(panels)
    .filter(({ seat }) => seat >= 0)
    .sort((one, other) => one.seat - other.seat);
  const others = panels.filter((panel) => !hands.includes(panel));
  if (hands.length < 2) return { ...scene, panels };
  const places = hands.flatMap((hand) => hand.places);
  const [w, h] = [Math.min(...places.map((place) => place.w)), Math.min(...places.map((place) => place.h))];
  const alike = hands.map((hand) => ({
    ...hand,
    small: true,
    places: hand.places.map((place) => ({ ...place, w, h })),
  }));
  return { ...scene, panels: [...alike, ...others] };
}

/** The board shares the screen's longer side with several hands. */
export const beside = (layout: Layout, scene: Scene): Layout =>
  handsOf(scene.panels).length > 1 ? { ...layout, trays: "either" } : layout;

/** Which trays are shown, and how board and trays lie on this kind of screen. */

import { isSideways } from "../lib/screen";
import type { Layout, Panel } from "../net/wire";
import { quarter, SMALL_PIXELS, unit, type Desk } from "./desk";
import { filled, filling, FINGER, fitted, LOOK_HAND, LOW, type Area, type Title } from "./fitting";
import { arrange, arrangeBeside } from "./trays";

/** The width of things in hand on a phone that is a hand, px. */
const LARGE = 84;
/** The width of things if they are only shown, px. */
const EYE = 36;
/** How high a tray's name is written on a desk, px. */
const DESK_NAME = 15;
/** The part of a sideways phone's width that the board and its trays have. */
export const SIDEWAYS = 0.62;
/** The part of a phone's height that a board and its trays have. */
export const SHARE = 0.52;

/** Whether this screen is a hand beside the table's own: the hand is large, the board small. `reaching`: the player acts on a board that folds. */
export type Hand = "" | "large" | "reaching";

/**
 * Board and trays on this screen (its width and height, px). `area`: the width and height that they fill, px, if that does not depend on
 * them. On a phone, a finger needs trays larger than the board's cells, and there is no room for their names; a board that may be turned
 * stands upright there, with trays as wide as the screen, or beside it. If nothing is taken (`looks`), trays are as large as the eye needs
 * them, and keep their names.
 */
export function spread(
  layout: Layout,
  panels: readonly Panel[],
  phone: boolean,
  screen: readonly [number, number],
  title: Title,
  area: Area | null = null,
  hand: Hand = "",
  looks = false,
): Desk {
  if (phone && looks && area) return filled(layout, panels, area, title, { finger: EYE, between: 6 });
  if (hand && area)
    return hand === "reaching" && layout.folds.length > 0
      ? roomier(layout, panels, area, title, LARGE, KEEPS)
      : filling(layout, panels, area, title, { finger: LARGE });
  if (!phone) {
    if (area && layout.trays === "either") return filling(layout, panels, area, title, { name: DESK_NAME });
    const tall = layout.width < layout.height * 1.3;
    const beside = panels.length > 0 && (layout.trays === "beside" || (layout.trays === "either" && tall));
    return beside ? arrangeBeside(layout, panels) : arrange(layout, panels, title);
  }
  if (area)
    return layout.trays === "beside" && layout.folds.length === 0
      ? roomier(layout, panels, area, title, READABLE, YIELDS)
      : filling(layout, panels, area, title);
  if (isSideways(...screen) && panels.some(({ places }) => places.length > 0))
    return filling(layout, panels, [SIDEWAYS * screen[0], screen[1]], title);
  if (!layout.turns) return arrange(layout, panels, undefined, (FINGER * layout.width) / screen[0]);
  const room = Math.max(layout.width, (layout.height * screen[0]) / (SHARE * screen[1]));
  const least = (FINGER * room) / screen[0];
  if (panels.length > 0 && layout.width < room * 0.4) return arrangeBeside(layout, panels, least, room);
  return arrange(layout, panels, undefined, least, room);
}

/** Things in hand are as large as possible, up to this many pixels, while the board keeps a share of its full size. */
function roomier(
  layout: Layout,
  panels: readonly Panel[],
  area: Area,
  title: Title,
  most: number,
  keeps: number,
): Desk {
  const usual = filling(layout, panels, area, title);
  /** The width of the narrowest thing that can be taken, px. */
  const least = (desk: Desk, which = (panel: Panel): boolean => !panel.small): number =>
    Math.min(
      ...desk.trays
        .filter(({ panel }) => which(panel))
        .flatMap(({ panel }) => panel.places.map(({ id }) => (desk.spots.get(id)!.w * area[0]) / desk.width)),
    );
  const anothers = ({ small, kind }: Panel): boolean => small && kind === "hand";
  const upright = area[1] > area[0];
  const looked = layout.trays === "beside" && panels.some(anothers);
  if (looked && upright && area[1] >= LOW)
    for (let finger = most; finger >= READ; finger -= 1.5)
      for (const grown of IN_A_COLUMN) {
        const column = fitted(layout, panels, area, title, { finger, between: CLOSE, grown, ways: ["column"] });
        if (
          column &&
          column.width * HARDLY <= usual.width &&
          least(column) > finger - 1 &&
          least(column, anothers) > LOOK_HAND * grown - 2
        )
          return column;
      }
  let best = usual;
  for (let finger = most; finger > FINGER; finger -= 4) {
    const larger = filling(layout, panels, area, title, { finger, between: CLOSE });
    const touched = (unit(layout) * area[0]) / larger.width;
    if (larger.width * keeps <= usual.width && touched >= SMALL_PIXELS && least(larger) > least(best) + 1)
      best = larger;
  }
  if (!looked) return best;
  // Then another's cards, as large as the room that is left lets them be.
  const taken = least(best);
  const widest = upright ? Math.max(best.width, Math.min(best.width * GIVES, usual.width / keeps)) : best.width * SAME;
  for (const grown of GROWN) {
    const larger = filling(layout, panels, area, title, { finger: taken, between: CLOSE, grown });
    if (larger.width <= widest && least(larger) > taken - 1) return larger;
  }
  return best;
}
/** For them the board gives way a little in a room higher than wide; elsewhere not visibly. */
const GIVES = 1.06;
const SAME = 1.01;
/** How many times their usual size other players' cards may have if there is room. */
const GROWN = [1.75, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1];
/** A board that folds is played on in the same turn as what is in hand: the part of its size that it keeps. */
const KEEPS = 0.935;
/** Players look at a card for the board as closely as at the board: its largest size, px, and the part of its size that the board keeps. */
const READABLE = 76;
const YIELDS = 0.87;
/** The part of its size that it keeps on a phone held upright, where another player's cards have a column beside it, and one's own are at least this wide, px. */
const HARDLY = 0.95;
const READ = 68;
/** The multiples of their usual size to try. */
const IN_A_COLUMN = [1.75, 1.6, 1.5, 1.4];
/** How far larger trays lie from the board and from the edge, px: closer than others, so that the board gives way less. */
const CLOSE = 4;

/** A board this many times as long as it is wide is a strip: turned, it leaves its trays a whole side of the area. */
const STRIP = 3;

/** Does a board fit better on a phone's area of this width and height in pixels when turned by a quarter? Trays take a part of the area. */
export function liesBetterTurned(
  layout: Layout,
  panels: readonly Panel[],
  area: Area,
  title: Title = () => "",
): boolean {
  const [width, height] = area;
  if (panels.length > 0 && layout.width > STRIP * layout.height) {
    const scale = (one: Layout): number => width / filling(one, panels, area, title).width;
    return scale(quarter(layout)) > scale(layout) * 1.02;
  }
  const high = height * (panels.length > 0 ? 0.75 : 1);
  return (
    Math.min(width / layout.height, high / layout.width) > Math.min(width / layout.width, high / layout.height) * 1.02
  );
}

/** On a phone there is room for one hand that is only shown: the current player's, else the next player's. */
export function few(panels: readonly Panel[], actors: readonly number[]): Panel[] {
  const hands = panels.filter((panel) => panel.small && panel.seat >= 0);
  const one = hands.find((panel) => actors.includes(panel.seat)) ?? hands[0];
  return panels.filter((panel) => panel === one || !hands.includes(panel));
}

/** Of several secret hands on one phone, only the open ones have room; `taken`: the occupied places. */
export function lyingOpen(panels: readonly Panel[], taken: ReadonlySet<string>): readonly Panel[] {
  if (panels.filter(({ secret }) => secret).length < 2) return panels;
  return panels.filter(({ secret, places }) => !secret || places.some(({ id }) => taken.has(id)));
}

/** The trays that have their room: those that lie open, and of several secret hands one in any case, so that looking at it moves nothing. */
export function withRoom(panels: readonly Panel[], taken: ReadonlySet<string>): readonly Panel[] {
  const open = lyingOpen(panels, taken);
  if (open.some(({ secret }) => secret)) return open;
  const first = panels.find(({ secret }) => secret);
  return panels.filter((panel) => panel === first || open.includes(panel));
}

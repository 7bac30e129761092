/** Where everything lies: the board's places, and beneath it the trays (hands, dice) that are not part of the board. */

import { isSideways } from "../lib/screen";
import type { Layout, Panel, Place } from "../net/wire";
import { corners } from "./corners";
import { gaps, pack, within, type Rectangle } from "./gaps";

/** A place as it is drawn: `panel` is the tray it lies in, null on the board. */
export interface Spot extends Place {
  panel: string | null;
  /** The part of a folded board that it lies in. */
  part?: number;
  /** What lies there on one another hardly rises. */
  flat?: boolean;
}

export interface Tray {
  id: string;
  panel: Panel;
  x: number;
  y: number;
  w: number;
  h: number;
  /** Where its name is written, how large, and how many letters have room, where a player's name may be cut. */
  text: { x: number; y: number; size: number; letters?: number };
}

export interface Desk {
  /** Where it begins: trays may reach farther to both sides than a narrow board. */
  left: number;
  width: number;
  height: number;
  spots: Map<string, Spot>;
  trays: Tray[];
}

const GAP = 0.35;
const HEAD = 0.62;
const SMALLEST = 0.72;
/** How far apart places for fingers lie, of their width. */
const SPREAD = 1.24;
/** Width of a letter of a tray's name, of its height. */
const LETTER = 0.54;
/** The same for a name that must not reach beyond its tray. */
const WIDEST = 0.6;
const TEXT = 0.36;
/** How far a piece that is taken reaches above its place, of the place's height: raised, ticked, on a heap; and one that is only looked at. */
const RISES = 0.26;
const RESTS = 0.1;
/** The same of one that is raised with a ring around it. */
const RINGED = 0.1;
const rise = (panel: Panel): number => (panel.small ? RESTS : RISES);

/** The usual size of a place of the board, in the layout's units. */
export function unit(layout: Layout): number {
  if (layout.unit) return layout.unit;
  const sizes = layout.places
    .map((place) => place.w)
    .filter((w) => w > 0)
    .sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? layout.width / 10;
}

/** The board turned to the left by a quarter: what ran to the right runs upwards. */
export function quarter(layout: Layout): Layout {
  const places = layout.places.map((place) => ({
    ...place,
    x: place.y,
    y: layout.width - place.x,
    w: place.h,
    h: place.w,
  }));
  const captions = layout.captions.map((caption) => ({
    ...caption,
    x: caption.y,
    y: layout.width - caption.x,
    out_x: caption.out_y,
    out_y: -caption.out_x,
  }));
  return { ...layout, width: layout.height, height: layout.width, places, captions };
}

/**
 * Lay the trays of `panels` in rows under the board, as large as the board's own places where they fit in one row.
 * `title` is a panel's name as it will be written: beside its places where there is room, else above them. `least` is how
 * wide a finger needs a tray's place to be, `room` how wide all may be.
 */
export function arrange(
  layout: Layout,
  panels: readonly Panel[],
  title: (panel: Panel) => string = () => "",
  least = 0,
  room = layout.width,
): Desk {
  const one = unit(layout);
  const size = (place: Place, panel: Panel): [number, number] => sized(place, one, panel.small ? 0 : least);
  const apart = (panel: Panel): number =>
    least > 0 && !panel.small && panel.places.some((place) => place.w < least) ? SPREAD : 1;
  const width = (panel: Panel): number =>
    panel.places.reduce((sum, place) => sum + size(place, panel)[0] * apart(panel), 0) + GAP * one * 0.6;
  const spots = new Map<string, Spot>(layout.places.map((place) => [place.id, { ...place, panel: null }]));
  const shown = panels.filter((panel) => panel.places.length > 0);
  const gap = GAP * one;
  const share = (room - gap * (shown.length + 1)) / Math.max(1, shown.length);
  const even = shown.every((panel) => width(panel) <= share);
  const wanted = shown.reduce((sum, panel) => sum + width(panel) + gap, gap);
  const scale = even ? 1 : Math.max(SMALLEST, Math.min(1, room / wanted));
  /** Where some panels are only looked at, the others keep their size. */
  const looked = shown.some((panel) => panel.small);
  const scaled = (panel: Panel): number => (looked && !panel.small ? 1 : scale);
  const trays: Tray[] = [];
  const margin = shown.length > 0 ? (layout.width - room) / 2 : 0;
  let x = margin + gap;
  let y = layout.height + gap;
  let rowHeight = 0;
  for (const panel of shown) {
    const content = width(panel);
    const w = even ? share : Math.min(content * scaled(panel), room - 2 * gap);
    const fit = Math.min(scaled(panel), w / content);
    const words = title(panel).length * WIDEST * TEXT * one;
    const beside = w - content * fit >= words + gap * 0.3;
    const line = beside || words === 0 ? 0 : HEAD * one * scaled(panel);
    const tall = Math.max(...panel.places.map((place) => size(place, panel)[1])) * fit;
    const head = line > 0 ? line + tall * rise(panel) : 0;
    const h = head + tall + gap * 0.6;
    if (x + w > margin + room && x > margin + gap) {
      x = margin + gap;
      y += rowHeight + gap * 0.6;
      rowHeight = 0;
    }
    let left = x + gap * 0.3;
    for (const place of panel.places) {
      const [pw, ph] = size(place, panel);
      spots.set(place.id, {
        ...place,
        x: left + (pw * apart(panel) * fit) / 2,
        y: y + head + gap * 0.3 + tall / 2,
        w: pw * fit,
        h: ph * fit,
        panel: panel.id,
      });
      left += pw * apart(panel) * fit;
    }
    const text =
      head > 0 ? { x: x + gap * 0.5, y: y + line * 0.72 } : { x: left + gap * 0.3, y: y + h / 2 + TEXT * one * 0.35 };
    const letters =
      words === 0
        ? 0
        : head > 0
          ? Math.min(TEXT * one * scaled(panel), (w - gap) / (title(panel).length * WIDEST))
          : TEXT * one;
    trays.push({ id: panel.id, panel, x, y, w, h, text: { ...text, size: letters } });
    x += w + gap;
    rowHeight = Math.max(rowHeight, h);
  }
  const height = trays.length === 0 ? layout.height : y + rowHeight + gap * 0.3;
  return { left: margin, width: layout.width - 2 * margin, height, spots, trays };
}

/** How wide what a finger takes must be, px; on a phone that is a hand. */
const FINGER = 48;
const LARGE = 84;
/** How wide what is only looked at is where there is room, px. */
const EYE = 36;
/** The part of a sideways phone's width that the board and its trays have. */
export const SIDEWAYS = 0.62;
/** The part of a phone's height that a board and its trays have. */
export const SHARE = 0.52;

/** Whether a board that is higher than wide lies on its side on this screen: a phone held sideways, where it is larger so. */
export const liesDown = (layout: Layout, screen: readonly [number, number]): boolean =>
  layout.lies && layout.height > layout.width && isSideways(...screen);

/** Whether this screen is a hand beside the table's own: what is in hand is large, the board small. `reaching`: a board that folds is reached for, and played on. */
export type Hand = "" | "large" | "reaching";

/**
 * Board and trays on this screen (its width and height, px). `area`: the width and height that they fill, px, where that does not
 * depend on them. On a phone, a finger needs trays larger than the board's cells,
 * whose names have no room; a board that may be turned stands upright there, with trays as wide as the screen, or beside it.
 * Where nothing is taken (`looks`), trays are as large as the eye needs them, and keep their names.
 */
export function spread(
  layout: Layout,
  panels: readonly Panel[],
  phone: boolean,
  screen: readonly [number, number],
  title: (panel: Panel) => string,
  area: [number, number] | null = null,
  hand: Hand = "",
  looks = false,
): Desk {
  if (phone && looks && area) return filled(layout, panels, area, title, EYE, NAME, 6);
  if (hand && area)
    return hand === "reaching" && layout.folds.length > 0
      ? roomier(layout, panels, area, title, LARGE, KEEPS)
      : filling(layout, panels, area, title, LARGE);
  if (!phone) {
    if (area && layout.trays === "either") return filling(layout, panels, area, title, FINGER, DESK_NAME);
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

/** What is in hand is as large as it can be, up to so many pixels, while the board keeps a part of the size that it would have. */
function roomier(
  layout: Layout,
  panels: readonly Panel[],
  area: [number, number],
  title: (panel: Panel) => string,
  most: number,
  keeps: number,
): Desk {
  const usual = filling(layout, panels, area, title);
  /** How wide the narrowest thing is that is taken, px. */
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
        const column = fitted(layout, panels, area, title, finger, NAME, CLOSE, grown, ["column"]);
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
    const larger = filling(layout, panels, area, title, finger, NAME, CLOSE);
    const touched = (unit(layout) * area[0]) / larger.width;
    if (larger.width * keeps <= usual.width && touched >= SMALL_PIXELS && least(larger) > least(best) + 1)
      best = larger;
  }
  if (!looked) return best;
  // Then another's cards, as large as the room that is left lets them be.
  const taken = least(best);
  const widest = upright ? Math.max(best.width, Math.min(best.width * GIVES, usual.width / keeps)) : best.width * SAME;
  for (const grown of GROWN) {
    const larger = filling(layout, panels, area, title, taken, NAME, CLOSE, grown);
    if (larger.width <= widest && least(larger) > taken - 1) return larger;
  }
  return best;
}
/** For them the board gives way a little where the room is higher than wide; elsewhere by nothing that is seen. */
const GIVES = 1.06;
const SAME = 1.01;
/** So many times as large as usual another's cards may be where there is room. */
const GROWN = [1.75, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1];
/** A board that folds is played on in the same turn as what is in hand: the part of its size that it keeps. */
const KEEPS = 0.935;
/** A card that is laid on the board is looked at as closely as the board: how large it may be, px, and the part of its size that the board keeps. */
const READABLE = 76;
const YIELDS = 0.87;
/** The part of its size that it keeps on a phone held upright, where another's cards have a column beside it, and one's own are at least so wide, px. */
const HARDLY = 0.95;
const READ = 68;
/** So many times as large as usual they are tried there. */
const IN_A_COLUMN = [1.75, 1.6, 1.5, 1.4];
/** How far larger trays lie from the board and from the edge, px: closer than others, so that the board gives way less. */
const CLOSE = 4;

/** A board so many times as long as it is wide is a strip: turned, it leaves its trays a whole side of the area. */
const STRIP = 3;

/** Does a board lie better on an area of a phone, so many pixels wide and high, when turned by a quarter? Trays take a part of the area. */
export function liesBetterTurned(
  layout: Layout,
  panels: readonly Panel[],
  area: readonly [number, number],
  title: (panel: Panel) => string = () => "",
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

/** How high a tray's name is written on a phone and on a desk, px, and how wide what is only looked at must be: heaps, another's hand. */
const NAME = 12;
const DESK_NAME = 15;
const LOOK = 24;
const LOOK_HAND = 32;
/** How wide heaps are in a column that is as narrow as another's cards. */
const LOOK_BESIDE = 26;

/** How far a tray's name stands from its corner where there is room, px. */
const INSET = 6;

/** The least of a name's height, where it is narrow. */
const SHRUNK = 0.84;

/** On a low area the trays of a board that folds have their names where its places are at least so wide, px. */
const NAMELESS = 32;

/** Trays that lie somewhere, where their places are, and how far down they reach. */
interface Put {
  trays: Tray[];
  spots: [string, Spot][];
  bottom: number;
}

/** How far apart places for fingers lie in a tray of a phone, of their width. */
const BETWEEN = 0.08;

/** A tray of a phone, and where in it its places lie. */
interface Box {
  panel: Panel;
  w: number;
  h: number;
  /** How high its name's line is, 0 for none. */
  line: number;
  at: [place: Place, x: number, y: number, w: number, h: number][];
}

/**
 * A tray no wider than `room` whose places lie in rows: those for fingers `least` wide, those to look at `look`; its name is `name` high. Whose it
 * is does not change its size: a long name of a player is cut, unless the tray is as wide as its `whole` name.
 */
function boxed(
  panel: Panel,
  one: number,
  room: number,
  least: number,
  look: number,
  name: number,
  words: string,
  whole = false,
): Box {
  const pad = GAP * one * 0.25;
  const sizes = panel.places.map((place) => sized(place, one, panel.small ? look : least));
  const widest = Math.max(...sizes.map(([w]) => w));
  const fit = Math.min(1, (room - 2 * pad) / widest);
  const between = panel.small ? 0 : least * BETWEEN;
  const most = Math.max(1, Math.floor((room - 2 * pad + between) / (widest * fit + between) + 1e-6));
  /** As many in each row: four lie two and two, not three and one. */
  const each = Math.ceil(panel.places.length / Math.ceil(panel.places.length / most));
  const at: Box["at"] = [];
  let [x, y, row, w] = [pad, 0, 0, 0];
  panel.places.forEach((place, i) => {
    const [pw, ph] = sizes[i]!.map((size) => size * fit) as [number, number];
    if (i > 0 && i % each === 0) {
      y += row + between;
      [x, row] = [pad, 0];
    }
    at.push([place, x + pw / 2, y + ph / 2, pw, ph]);
    x += pw;
    w = Math.max(w, x + pad);
    x += between;
    row = Math.max(row, ph);
  });
  const wide = (panel.seat >= 0 && !whole ? 0 : words.length * LETTER * name) + 2 * pad;
  if (whole) w = Math.max(w, Math.min(room, wide));
  const line = words && (panel.seat >= 0 || wide <= Math.max(w, Math.min(room, w * 1.3))) ? name * 1.35 : 0;
  const head = line + Math.max(...sizes.map(([, h]) => h * fit)) * (line > 0 ? rise(panel) : panel.small ? 0 : RINGED);
  return {
    panel,
    w: line > 0 && !whole ? Math.max(w, wide) : w,
    h: head + y + row + 2 * pad,
    line,
    at: at.map(([place, ...where]) => [place, where[0], where[1] + head + pad, where[2], where[3]]),
  };
}

/**
 * Where trays lie: beside the board, beneath it, what is taken beside and what is looked at beneath or the other way round, in a corner of its
 * picture that it leaves free, or each by itself wherever the board leaves room.
 */
type Where = "beside" | "below" | "both" | "corner" | "aside" | "column" | "apart";
const WAYS: readonly Where[] = ["beside", "below", "both", "corner"];
/** So many trays at most are tried each by itself. */
const APART = 2;
/** What stays free around a place for the board's rim, in places. */
const RIM = 0.3;

/**
 * Board and trays on an area of a phone, so many pixels wide and high: trays beside the board, beneath it, in a free corner or each by
 * itself where there is room, whichever leaves the board larger. What a finger takes is as wide as a finger; where even that leaves too little, it is smaller. On a low area the names
 * of trays give way where places would be too small to be touched.
 */
function filling(
  layout: Layout,
  panels: readonly Panel[],
  area: readonly [number, number],
  title: (panel: Panel) => string,
  wanted = FINGER,
  name = NAME,
  between = 8,
  grown = 1,
): Desk {
  const found = filled(layout, panels, area, title, wanted, name, between, grown);
  if (
    area[1] >= LOW ||
    layout.trays !== "either" ||
    (area[0] / found.width) * unit(layout) >= (layout.folds.length > 0 ? NAMELESS : SMALL_PIXELS)
  )
    return found;
  const bare = filled(layout, panels, area, () => "", wanted, name, 2);
  return bare.width < found.width ? bare : found;
}

/** The room that a board leaves, found once for each. */
const rooms = new WeakMap<Layout, Rectangle[]>();
function roomOf(layout: Layout): Rectangle[] {
  const one = unit(layout);
  const found = rooms.get(layout) ?? gaps(layout, ROOM_AROUND * Math.max(layout.width, layout.height), RIM * one, one);
  rooms.set(layout, found);
  return found;
}

/** The same, with names wherever they find room. */
function filled(
  layout: Layout,
  panels: readonly Panel[],
  area: readonly [number, number],
  title: (panel: Panel) => string,
  wanted: number,
  name: number,
  between: number,
  grown = 1,
): Desk {
  return fitted(layout, panels, area, title, wanted, name, between, grown) ?? arrange(layout, panels);
}

/** The same; `only`: in one of these ways. Null where they find no room. */
function fitted(
  layout: Layout,
  panels: readonly Panel[],
  [width, height]: readonly [number, number],
  title: (panel: Panel) => string,
  wanted: number,
  name: number,
  between: number,
  grown = 1,
  only: readonly Where[] | null = null,
): Desk | null {
  const one = unit(layout);
  const shown = panels.filter(({ places }) => places.length > 0);
  const largest = Math.min(width / layout.width, height / layout.height);
  const apart = layout.trays === "either" && wanted >= FINGER && shown.length > 0 && shown.length <= APART;
  const ways: readonly Where[] =
    only ?? (layout.trays === "beside" ? [...WAYS, "aside"] : apart ? [...WAYS, "apart"] : WAYS);
  const free = layout.trays === "either" ? corners(layout, RIM * one, one) : [];
  /** What lies in a tray, and its name, where the tray lies. */
  const lie = (
    { trays, spots }: Put,
    { panel, w, line, at }: Box,
    scale: number,
    x: number,
    y: number,
    tall: number,
  ): void => {
    for (const [place, px, py, pw, ph] of at)
      spots.push([place.id, { ...place, x: x + px, y: y + py, w: pw, h: ph, panel: panel.id }]);
    const high = (shrunk: number): number => (name / scale) * shrunk;
    const letters = (shrunk: number): number => Math.floor((w - GAP * one * 0.4) / (LETTER * high(shrunk)));
    /** Written a little smaller where that saves it from being cut. */
    const long = (words: string): boolean => cut(words, letters(1)) && !cut(words, letters(SHRUNK));
    const shrunk =
      panel.seat >= 0 &&
      (long(title(panel)) || (panel.small && title(panel).length > letters(1) && long(whose(title(panel)))))
        ? SHRUNK
        : 1;
    const free = w - GAP * one * 0.5 - title(panel).length * LETTER * high(shrunk);
    trays.push({
      id: panel.id,
      panel,
      x,
      y,
      w,
      h: tall - UNDER / scale,
      text: {
        x: x + GAP * one * 0.25 + Math.max(0, Math.min(INSET / scale, free / 2)),
        y: y + line * 0.9,
        size: line > 0 ? high(shrunk) : 0,
        ...(panel.seat >= 0 ? { letters: letters(shrunk) } : {}),
      },
    });
  };
  /** These trays at this scale in a rectangle; `deep`: how high they may lie, `even`: all as wide as the widest. Null where they find no room. */
  const put = (
    panels: readonly Panel[],
    scale: number,
    finger: number,
    gap: number,
    x0: number,
    y0: number,
    room: number,
    deep: number,
    even = false,
  ): Put | null => {
    if (!even && room - GAP * one * 0.5 < finger / scale) return null;
    const found = panels.map((panel) =>
      boxed(
        panel,
        one,
        room,
        finger / scale,
        (wanted < FINGER
          ? finger
          : panel.kind === "hand"
            ? LOOK_HAND * grown
            : even
              ? LOOK_BESIDE
              : LOOK * Math.sqrt(grown)) / scale,
        name / scale,
        title(panel),
        wanted < FINGER && panel.places.length === 1,
      ),
    );
    const widest = even ? Math.max(...found.map(({ w }) => w)) : 0;
    const boxes = found.map((box): Box =>
      box.w < widest
        ? { ...box, w: widest, at: box.at.map(([place, x, ...rest]) => [place, x + (widest - box.w) / 2, ...rest]) }
        : box,
    );
    // Where there is nothing to touch, a tray is read: it has its name.
    const narrow = (box: Box): boolean =>
      box.panel.places.length === 1 &&
      box.w < (title(box.panel).length * LETTER * name) / scale &&
      room * scale < width * 0.9;
    if (wanted < FINGER && boxes.some((box) => title(box.panel) && (box.line === 0 || narrow(box)))) return null;
    const rows: Box[][] = [];
    for (const box of boxes) {
      const row = rows.at(-1);
      if (row && row.reduce((sum, each) => sum + each.w + gap, 0) + box.w <= room + 1e-6) row.push(box);
      else rows.push([box]);
    }
    const all: Put = { trays: [], spots: [], bottom: 0 };
    let y = y0;
    for (const row of rows) {
      const tall = Math.max(...row.map((box) => box.h));
      const used = row.reduce((sum, box) => sum + box.w + gap, -gap);
      let x = x0 + (x0 < layout.width ? (room - used) / 2 : 0);
      for (const box of row) {
        lie(all, box, scale, x, y, tall);
        x += box.w + gap;
      }
      y += tall + gap;
    }
    return y - gap > (y0 + deep) * 1.0001 ? null : { ...all, bottom: rows.length > 0 ? y - gap : 0 };
  };
  /** The rows in which a tray may lie by itself: in one, in two and so on, as long as its name is not cut. */
  const shapes = (panel: Panel, scale: number, finger: number): Box[] => {
    const count = panel.places.length;
    const [widest, between] = [
      Math.max(...panel.places.map((place) => sized(place, one, finger / scale)[0])),
      (finger / scale) * BETWEEN,
    ];
    return Array.from({ length: count }, (_, i) => i + 1)
      .filter((rows) => Math.ceil(count / Math.ceil(count / rows)) === rows)
      .map((rows) =>
        boxed(
          panel,
          one,
          (widest + between) * Math.ceil(count / rows) + GAP * one * 0.5,
          finger / scale,
          0,
          name / scale,
          title(panel),
        ),
      )
      .filter(({ w, line }) =>
        line > 0
          ? !cut(title(panel), Math.floor((w - GAP * one * 0.4) / ((LETTER * name * SHRUNK) / scale)))
          : !title(panel),
      );
  };
  const lay = (scale: number, where: Where, finger: number): Desk | null => {
    const [w, h] = [width / scale, height / scale];
    const gap = Math.min(GAP * one, between / scale);
    const [wider, higher] = [w - layout.width, h - layout.height];
    if (wider < -w * 0.0001 || higher < -h * 0.0001) return null;
    const desk = (left: number, ...parts: (Put | null)[]): Desk | null => {
      if (parts.some((part) => part === null)) return null;
      const all = parts.flatMap((part) => part ?? []);
      const spots = new Map<string, Spot>(layout.places.map((place) => [place.id, { ...place, panel: null }]));
      for (const [id, spot] of all.flatMap((part) => part.spots)) spots.set(id, spot);
      return {
        left,
        width: w,
        height: Math.max(layout.height, ...all.map(({ bottom }) => bottom)),
        spots,
        trays: all.flatMap(({ trays }) => trays),
      };
    };
    if (where === "beside") return desk(0, put(shown, scale, finger, gap, layout.width + gap, 0, wider - 2 * gap, h));
    if (where === "below")
      return desk(
        -wider / 2,
        put(shown, scale, finger, gap, -wider / 2 + gap, layout.height + gap, w - 2 * gap, higher - gap),
      );
    if (where === "both" || where === "aside" || where === "column") {
      const [taken, looked] = [shown.filter(({ small }) => !small), shown.filter(({ small }) => small)];
      if (taken.length === 0 || looked.length === 0) return null;
      if (where !== "both") {
        // As high as the board, with what is taken beneath both; or as high as the area, with what is taken beneath the board alone.
        const column = put(
          looked,
          scale,
          finger,
          gap,
          layout.width + gap / 2,
          0,
          wider - gap,
          where === "aside" ? layout.height : h,
          where === "column",
        );
        // So narrow a column is worth it only where every tray bears its name.
        if (column?.trays.some(({ panel, text }) => text.size === 0 && title(panel))) return null;
        return desk(
          0,
          column,
          where === "aside"
            ? put(taken, scale, finger, gap, gap, layout.height + gap, w - 2 * gap, higher - gap)
            : put(taken, scale, finger, gap, gap / 4, layout.height + gap, layout.width - gap / 2, higher - gap),
        );
      }
      return desk(
        0,
        put(taken, scale, finger, gap, layout.width + gap, 0, wider - gap, layout.height),
        put(looked, scale, finger, gap, gap, layout.height + gap, w - 2 * gap, higher - gap),
      );
    }
    if (where === "apart") {
      const boxes = shown.map((panel) => shapes(panel, scale, finger));
      for (const left of [0, -wider, -wider / 2]) {
        const packed = pack(
          within(roomOf(layout), { x: left + gap, y: 0, w: w - 2 * gap, h }, finger / scale),
          boxes,
          gap,
        );
        if (!packed) continue;
        const found: Put = { trays: [], spots: [], bottom: 0 };
        for (const { shape, x, y } of packed) lie(found, shape, scale, x, y, shape.h);
        return desk(left, { ...found, bottom: Math.max(...packed.map(({ shape, y }) => y + shape.h)) });
      }
      return null;
    }
    for (const corner of free) {
      const room = corner.w + Math.max(0, wider) - gap;
      const deep = corner.h + (corner.top ? 0 : Math.max(0, higher));
      const left = corner.left ? -Math.max(0, wider) : 0;
      const found = desk(
        left,
        put(
          shown,
          scale,
          finger,
          gap,
          corner.left ? left + gap : layout.width - corner.w,
          corner.top ? gap : layout.height - corner.h,
          room,
          corner.top ? deep - gap : deep,
        ),
      );
      if (found) return found;
    }
    return null;
  };
  const fingers =
    wanted < FINGER
      ? [1, 0.85, 0.7, 0.6, 0.5, 0.35].map((part) => part * wanted)
      : [
          ...(wanted > FINGER ? [1, 0.9, 0.8, 0.72, 0.65].map((part) => part * wanted) : []),
          ...(height < LOW ? [] : [FINGER]),
          FINGER * 0.92,
          FINGER * 0.75,
          FINGER * 0.5,
          FINGER * 0.25,
        ];
  for (const finger of fingers) {
    let most = 0;
    const found = ways.map((where) => {
      if (where !== "below" && shown.length === 0) return { scale: 0, desk: null };
      let [low, high, desk] = [0, largest, lay(largest, where, finger)];
      if (desk) return { scale: largest, desk };
      if (where === "apart") {
        // That is tried only where it leaves the board larger than the other ways do.
        low = most * BETTER;
        desk = low < largest ? lay(low, where, finger) : null;
        if (!desk) return { scale: 0, desk };
      }
      if (where === "column") {
        // Beside a narrower board its trays lie in another number of columns: what fits is not always what is smaller.
        for (let step = 1; low === 0 && step * STEP < 1 - LEAST_BOARD; step++) {
          [low, desk] = [largest * (1 - step * STEP), lay(largest * (1 - step * STEP), where, finger)];
          if (!desk) [low, high] = [0, low];
        }
        if (!desk) return { scale: 0, desk };
      }
      for (let pass = 0; pass < 14; pass++) {
        const middle = low === 0 && pass < 4 ? high * 0.8 : (low + high) / 2;
        const tried = lay(middle, where, finger);
        if (tried) [low, desk] = [middle, tried];
        else high = middle;
      }
      most = Math.max(most, low);
      return { scale: low, desk };
    });
    const best = found.reduce((one, other) => (other.scale > one.scale * BETTER ? other : one));
    if (
      best.desk &&
      (best.scale > largest * (wanted > FINGER ? LEAST_BESIDE : wanted < FINGER ? LEAST_SEEN : LEAST_BOARD) ||
        finger < FINGER * 0.3)
    )
      return best.desk;
  }
  return null;
}
/** By so much of its largest size a board is made smaller from one try to the next. */
const STEP = 0.005;
/** So much larger the board must be for trays to lie in another way than the first. */
const BETTER = 1.02;
/** So far around a board, of its longer side, its trays may lie. */
const ROOM_AROUND = 3;
/** So much of its room a tray leaves free beneath it, px: the line around it is whole. */
const UNDER = 1.25;
/** On an area lower than this, px, trays are no wider than they must be. */
const LOW = 320;
/** A board smaller than this part of what it could be without trays gives way to smaller trays. */
const LEAST_BOARD = 0.42;
/** The same on a phone that is a hand, beside the table's own screen. */
const LEAST_BESIDE = 0.25;

/** The same where nothing is taken: trays need less. */
const LEAST_SEEN = 0.68;

/** On a phone one of the hands that are only looked at has room: that of who plays now, else of who plays next. */
export function few(panels: readonly Panel[], actors: readonly number[]): Panel[] {
  const hands = panels.filter((panel) => panel.small && panel.seat >= 0);
  const one = hands.find((panel) => actors.includes(panel.seat)) ?? hands[0];
  return panels.filter((panel) => panel === one || !hands.includes(panel));
}

/** Of several secret hands at one phone only those that lie open have room; `taken`: the places where something lies. */
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

/** Width of the column of trays beside a board, in places. */
const COLUMN = 5.2;

/**
 * Lay the trays in a column beside the board, each under its name, several in a row where they fit; with a board that is as
 * tall as the screen this leaves it larger than trays beneath it would. `least` and `room` as for trays beneath.
 */
export function arrangeBeside(layout: Layout, panels: readonly Panel[], least = 0, room = 0): Desk {
  const one = unit(layout);
  const gap = GAP * one;
  const spots = new Map<string, Spot>(layout.places.map((place) => [place.id, { ...place, panel: null }]));
  const left = layout.width + gap;
  const column = Math.max(COLUMN * one, room - left - gap * 0.3);
  const pad = gap * 0.6;
  const sizes = (panel: Panel, place: Place): [number, number] => sized(place, one, panel.small ? 0 : least);
  const wide = (panel: Panel): number => panel.places.reduce((sum, place) => sum + sizes(panel, place)[0], pad);
  const rows: Panel[][] = [];
  for (const panel of panels.filter(({ places }) => places.length > 0)) {
    const row = rows.at(-1);
    const used = row?.reduce((sum, each) => sum + wide(each) + pad, 0) ?? Infinity;
    if (row && used + wide(panel) <= column) row.push(panel);
    else rows.push([panel]);
  }
  const trays: Tray[] = [];
  let y = gap * 0.3;
  for (const row of rows) {
    const content = row.reduce((sum, panel) => sum + wide(panel), 0);
    const room = column - pad * (row.length - 1);
    const fit = Math.min(1, room / content);
    const line = HEAD * one * 0.82;
    const tall = Math.max(...row.flatMap((panel) => panel.places.map((place) => sizes(panel, place)[1]))) * fit;
    const head = line + tall * Math.max(...row.map(rise));
    let x = left;
    for (const panel of row) {
      const w = (wide(panel) / content) * room;
      let at = x + (w - wide(panel) * fit) / 2 + (pad * fit) / 2;
      for (const place of panel.places) {
        const [pw, ph] = sizes(panel, place).map((size) => size * fit) as [number, number];
        spots.set(place.id, { ...place, x: at + pw / 2, y: y + head + tall / 2, w: pw, h: ph, panel: panel.id });
        at += pw;
      }
      trays.push({
        id: panel.id,
        panel,
        x,
        y,
        w,
        h: head + tall + pad / 2,
        text: {
          x: x + gap * 0.5,
          y: y + line * 0.68,
          size: TEXT * one * 0.86,
          letters: Math.floor((w - gap) / (WIDEST * TEXT * one * 0.86)),
        },
      });
      x += w + pad;
    }
    y += head + tall + pad / 2 + gap * 0.5;
  }
  return { left: 0, width: left + column + gap * 0.3, height: Math.max(layout.height, y), spots, trays };
}

function sized(place: Place, one: number, least: number): [number, number] {
  const w = place.w || one;
  const grown = Math.max(1, least / w);
  return [w * grown, (place.shape === "circle" ? w : place.h || w) * grown];
}

export type Direction = "up" | "down" | "left" | "right";
export const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** What lies aside more than ahead is taken only where nothing else is there. */
const ASIDE = 1000;

/** The nearest spot in a direction, seen from another; null at the edge. */
export function neighbour(spots: Iterable<Spot>, from: Spot, direction: Direction): Spot | null {
  const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] as [number, number];
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const across = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    if (spot.id === from.id || along <= 1e-6) continue;
    const cost = Math.hypot(along, across) * (across <= along ? 1 : ASIDE);
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** The next (`n`) or previous (`p`) of the spots where something can be done; the first or last spot of all (`Home`, `End`). */
export function jump(
  order: readonly Spot[],
  meaningful: ReadonlySet<string>,
  from: Spot,
  key: string,
): Spot | undefined {
  if (key === "Home") return order[0];
  if (key === "End") return order.at(-1);
  const list = order.filter((spot) => meaningful.has(spot.id) || spot.id === from.id);
  const at = list.findIndex((spot) => spot.id === from.id);
  return list.at((at + (key === "n" ? 1 : -1)) % list.length);
}

/** The outer part of a place, of its width, where a finger may mean the place beside it; never less than some pixels. */
const EDGE = 0.18;
const EDGE_PIXELS = 4;
/** The most that edge may be, of a place's width: all of it where places are narrower than a finger needs. */
const MOST_EDGE = 0.3;
const SMALL_PIXELS = 24;

/** How far a point is from a spot's edge: negative outside of it. */
function inside(spot: Spot, x: number, y: number): number {
  if (spot.shape === "circle") return spot.w / 2 - Math.hypot(x - spot.x, y - spot.y);
  const [dx, dy] = [Math.abs(x - spot.x) - spot.w / 2, Math.abs(y - spot.y) - spot.h / 2];
  return dx <= 0 || dy <= 0 ? -Math.max(dx, dy) : -Math.hypot(dx, dy);
}

/**
 * The spot meant by a finger at `x`, `y`: the one touched, but at its edge the meaningful one beside it, if it means
 * nothing itself. `pixel` is the length of a pixel of the screen.
 */
export function meant(
  spots: ReadonlyMap<string, Spot>,
  touched: Spot,
  x: number,
  y: number,
  meaningful: ReadonlySet<string>,
  pixel: number,
): Spot {
  const most = MOST_EDGE * touched.w;
  const edge =
    touched.w < SMALL_PIXELS * pixel ? most : Math.min(Math.max(EDGE * touched.w, EDGE_PIXELS * pixel), most);
  if (meaningful.has(touched.id) || inside(touched, x, y) >= edge) return touched;
  let best = touched;
  let nearest = -edge;
  for (const id of meaningful) {
    const spot = spots.get(id);
    const depth = spot ? inside(spot, x, y) : -Infinity;
    if (spot && depth > nearest) [best, nearest] = [spot, depth];
  }
  return best;
}

/** How far beside a place a tap may be for it, in usual sizes of a place: for one that may be chosen, and for any other, which then says why not. */
const BESIDE = 0.5;
const AROUND = 1.5;

/** The spot that a tap between places is for: the nearest that may be chosen, if it is near, else the nearest. */
export function nearest(
  spots: ReadonlyMap<string, Spot>,
  x: number,
  y: number,
  meaningful: ReadonlySet<string>,
  one: number,
): Spot | undefined {
  let [best, found] = [-AROUND * one, undefined as Spot | undefined];
  let [close, chosen] = [-BESIDE * one, undefined as Spot | undefined];
  for (const spot of spots.values()) {
    const depth = inside(spot, x, y);
    if (depth > best) [best, found] = [depth, spot];
    if (depth > close && meaningful.has(spot.id)) [close, chosen] = [depth, spot];
  }
  return chosen ?? found;
}

/** Whether one of these smaller places of the board lies on a place. */
export function covered(spot: Spot, others: Iterable<Spot>): boolean {
  for (const other of others)
    if (
      other.panel === null &&
      spot.panel === null &&
      other.w < spot.w &&
      other.id !== spot.id &&
      inside(spot, other.x, other.y) >= 0
    )
      return true;
  return false;
}

/** The larger place of the board that lies beneath a small one at `x`, `y`, if one does; of several, one of the `wanted` first. */
export function beneath(
  spots: ReadonlyMap<string, Spot>,
  spot: Spot,
  x = spot.x,
  y = spot.y,
  wanted: ReadonlySet<string> = new Set(),
): Spot | undefined {
  if (spot.panel !== null) return undefined;
  const under = [...spots.values()].filter(
    (other) => other.panel === null && other.w > spot.w && other.id !== spot.id && inside(other, x, y) >= 0,
  );
  return under.find((other) => wanted.has(other.id)) ?? under[0];
}

/** A tray's name in so many letters: where all of it finds no room, what stands before its colon; whose it is, its colour says. Else it is cut. */
export function lettered(name: string, letters = Infinity): string {
  if (name.length <= letters) return name;
  const brief = name.split(":")[0]!.trim();
  return brief.length <= letters ? brief : `${name.slice(0, Math.max(0, letters - 1)).trimEnd()}…`;
}

/**
 * What is written over trays, each in so many letters: where several would say the same but are called otherwise, whose each is. `own` has the
 * word for whoever looks at their own tray, for a name that would be cut; beside it, each of the others says whose it is.
 */
export function trayNames(
  names: readonly string[],
  letters: readonly (number | undefined)[],
  own: readonly (string | undefined)[] = [],
): string[] {
  const written = names.map((name, i) => lettered(name, letters[i]));
  return written.map((text, i) => {
    const alike = (other: string, k: number): boolean =>
      k !== i &&
      names[k] !== names[i] &&
      (other === text ||
        (text !== names[i] &&
          (names[k]!.split(":")[0]!.trim() === text || (own[k] !== undefined && ends(names[k]!, text)))));
    const said = written.some(alike) ? lettered(whose(names[i]!), letters[i]) : text;
    return said.endsWith("…") ? (own[i] ?? said) : said;
  });
}

/** The same for hands that lie open side by side: where one of them has lost the word before the colon, all have. */
export function handNames(
  names: readonly string[],
  written: readonly string[],
  hands: readonly boolean[],
  own: readonly (string | undefined)[] = [],
): string[] {
  if (!names.some((name, i) => hands[i] && (name.includes(":") || own[i]) && written[i] !== name)) return [...written];
  return written.map((text, i) => (hands[i] && text === names[i] ? (own[i] ?? whose(text)) : text));
}

/** Is this what a name says a tray is, such as `Your cards` of `Cards`? */
const ends = (name: string, what: string): boolean => name.toLowerCase().endsWith(` ${what.toLowerCase()}`);

/** Of a tray's name what stands after its colon. */
const whose = (name: string): string => name.slice(name.indexOf(":") + 1).trim();

const cut = (name: string, letters: number): boolean => lettered(name, letters).endsWith("…");

/** How wide a piece on a place may be. */
export const breadth = (spot: Spot): number => Math.min(spot.w, spot.shape === "circle" ? spot.w : spot.h);

/** Each text once, and how often it is there. */
export function counted(texts: string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}

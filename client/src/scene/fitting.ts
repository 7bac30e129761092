/**
 * Board and trays on an area of the screen: the largest scale at which the trays find room, beside the board, beneath it or wherever it
 * leaves room, with places for fingers that are as large as that allows.
 */

import type { Layout, Panel, Place } from "../net/wire";
import { GAP, LETTER, rise, sized, SMALL_PIXELS, unit, type Desk, type Spot, type Tray } from "./desk";
import { gaps, pack, within, type Rectangle } from "./gaps";
import { cut, whose } from "./trayNames";
import { arrange } from "./trays";

/** The least width of things that a finger takes, px. */
export const FINGER = 48;
/** The least width of things that are only shown, px: heaps, another player's hand, and heaps in a column that is as narrow as that. */
const LOOK = 24;
export const LOOK_HAND = 32;
const LOOK_BESIDE = 26;

/**
 * Where trays lie: `beside` the board, `below` it, usable trays beside and the rest below (`both`) or the other way round (`aside`,
 * `column`), or wherever the board leaves room (`apart`). In a `column` all trays are equally wide, and only usable trays lie below the
 * board.
 */
export type Way = "beside" | "below" | "both" | "aside" | "column" | "apart";
/** The ways to try for each kind of layout. */
const WAYS: Readonly<Record<Layout["trays"], readonly Way[]>> = {
  below: ["beside", "below", "both"],
  beside: ["beside", "below", "both", "aside"],
  either: ["beside", "below", "both", "apart"],
};

/** The requirements for the trays. */
export interface Wanted {
  /** The width of things that a player takes, px; less than a finger means that nobody takes anything. */
  finger: number;
  /** How high a tray's name is written, px. */
  name: number;
  /** How far trays lie from the board and from each other, px. */
  between: number;
  /** How many times its usual size another player's hand or a heap has. */
  grown: number;
  /** They lie in one of these ways. */
  ways?: readonly Way[];
}
const USUAL: Wanted = { finger: FINGER, name: 12, between: 8, grown: 1 };

/** Width and height, px. */
export type Area = readonly [width: number, height: number];
export type Title = (panel: Panel) => string;

/** The distance of a tray's name from its corner if there is room, px. */
const INSET = 6;
/** The smallest share of a name's height, in a narrow tray. */
const SHRUNK = 0.84;
/** On a low area the trays of a board that folds have their names where its places are at least so wide, px. */
const NAMELESS = 32;
/** The gap between places for fingers in a tray, of their width. */
const BETWEEN = 0.08;
/** How far a piece that is raised with a ring around it reaches above its place, of the place's height. */
const RINGED = 0.1;
/** What stays free around a place for the board's rim, in places. */
const RIM = 0.3;
/** The share of its largest size by which a board shrinks from one try to the next. */
const STEP = 0.005;
/** How much larger the board must be for trays to lie in a way other than the first. */
const BETTER = 1.02;
/** How far around a board its trays may lie, as a share of its longer side. */
const ROOM_AROUND = 3;
/** The room that a tray leaves free below it, px, for the line around it. */
const UNDER = 1.25;
/** On an area lower than this, px, trays are no wider than they must be. */
export const LOW = 320;
/** The least share of its size without trays that a board keeps before trays become smaller; on a phone that is a hand; if nothing is taken. */
const LEAST_BOARD = 0.42;
const LEAST_BESIDE = 0.25;
const LEAST_SEEN = 0.68;
/** The most trays that lie each by itself. */
const APART = 2;

/**
 * Board and trays on an area. On a low one the names of trays give way where places would be too small to be touched.
 */
export function filling(
  layout: Layout,
  panels: readonly Panel[],
  area: Area,
  title: Title,
  wanted: Partial<Wanted> = {},
): Desk {
  const found = filled(layout, panels, area, title, wanted);
  const wide = (area[0] / found.width) * unit(layout);
  if (area[1] >= LOW || layout.trays !== "either" || wide >= (layout.folds.length > 0 ? NAMELESS : SMALL_PIXELS))
    return found;
  const bare = filled(layout, panels, area, () => "", { ...wanted, between: 2 });
  return bare.width < found.width ? bare : found;
}

/** The same, with names wherever they find room. */
export const filled = (
  layout: Layout,
  panels: readonly Panel[],
  area: Area,
  title: Title,
  wanted: Partial<Wanted> = {},
): Desk => fitted(layout, panels, area, title, wanted) ?? arrange(layout, panels);

/** The same; null where trays find no room in the ways that are wanted. */
export const fitted = (
  layout: Layout,
  panels: readonly Panel[],
  area: Area,
  title: Title,
  wanted: Partial<Wanted> = {},
): Desk | null => new Fitting(layout, panels, area, title, { ...USUAL, ...wanted }).find();

/** The room that a board leaves, computed once for each. */
const rooms = new WeakMap<Layout, Rectangle[]>();
function roomOf(layout: Layout): Rectangle[] {
  const one = unit(layout);
  const found = rooms.get(layout) ?? gaps(layout, ROOM_AROUND * Math.max(layout.width, layout.height), RIM * one, one);
  rooms.set(layout, found);
  return found;
}

/** Trays in position: where their places are, and how far down they reach. */
interface Put {
  trays: Tray[];
  spots: [string, Spot][];
  bottom: number;
}

/** A tray, and where in it its places lie. */
interface Box {
  panel: Panel;
  w: number;
  h: number;
  /** How high its name's line is, 0 for none. */
  line: number;
  at: [place: Place, x: number, y: number, w: number, h: number][];
}

/** The search for the largest scale. */
class Fitting {
  readonly shown: readonly Panel[];
  readonly one: number;
  /** The scale that the board alone would have. */
  readonly largest: number;
  readonly ways: readonly Way[];

  constructor(
    readonly layout: Layout,
    panels: readonly Panel[],
    readonly area: Area,
    readonly title: Title,
    readonly wanted: Wanted,
  ) {
    this.shown = panels.filter(({ places }) => places.length > 0);
    this.one = unit(layout);
    this.largest = Math.min(area[0] / layout.width, area[1] / layout.height);
    this.ways = wanted.ways ?? WAYS[layout.trays];
  }

  /** Nobody takes anything: the trays are only shown. */
  get looks(): boolean {
    return this.wanted.finger < FINGER;
  }

  find(): Desk | null {
    const { finger: wanted } = this.wanted;
    const least = wanted > FINGER ? LEAST_BESIDE : this.looks ? LEAST_SEEN : LEAST_BOARD;
    for (const finger of this.#fingers()) {
      let best: { scale: number; desk: Desk | null } = { scale: 0, desk: null };
      for (const way of this.ways) {
        const found = this.#largest(way, finger, best.scale);
        if (found.scale > best.scale * BETTER) best = found;
      }
      if (best.desk && (best.scale > this.largest * least || finger < FINGER * 0.3)) return best.desk;
    }
    return null;
  }

  /** The widths to try for places for fingers, px, the widest first. */
  #fingers(): number[] {
    const { finger } = this.wanted;
    if (this.looks) return [1, 0.85, 0.7, 0.6, 0.5, 0.35].map((part) => part * finger);
    return [
      ...(finger > FINGER ? [1, 0.9, 0.8, 0.72, 0.65].map((part) => part * finger) : []),
      ...(this.area[1] < LOW ? [] : [FINGER]),
      ...[0.92, 0.75, 0.5, 0.25].map((part) => part * FINGER),
    ];
  }

  /** The board as large as trays that lie in this way let it be; `beaten`: how large another way lets it be. */
  #largest(way: Way, finger: number, beaten: number): { scale: number; desk: Desk | null } {
    const none = { scale: 0, desk: null };
    const lay = (scale: number): Desk | null => new Attempt(this, scale, finger).lay(way);
    if (way !== "below" && this.shown.length === 0) return none;
    let [low, high, desk] = [0, this.largest, lay(this.largest)];
    if (desk) return { scale: high, desk };
    if (way === "apart") {
      low = beaten * BETTER;
      desk = low < high ? lay(low) : null;
      if (!desk) return none;
    }
    if (way === "column") {
      // Beside a narrower board its trays lie in another number of columns: what fits is not always what is smaller.
      for (let step = 1; low === 0 && step * STEP < 1 - LEAST_BOARD; step++) {
        [low, desk] = [this.largest * (1 - step * STEP), lay(this.largest * (1 - step * STEP))];
        if (!desk) [low, high] = [0, low];
      }
      if (!desk) return none;
    }
    for (let pass = 0; pass < 14; pass++) {
      const middle = low === 0 && pass < 4 ? high * 0.8 : (low + high) / 2;
      const tried = lay(middle);
      if (tried) [low, desk] = [middle, tried];
      else high = middle;
    }
    return { scale: low, desk };
  }
}

/** Trays beside a board of this scale (pixels of a unit of the layout), with places for fingers this many pixels wide. All lengths are in
units of the layout. */
class Attempt {
  readonly #fit: Fitting;
  readonly #finger: number;
  /** How high a tray's name is written. */
  readonly #name: number;
  readonly #gap: number;
  /** How wide and high the area is. */
  readonly #w: number;
  readonly #h: number;

  constructor(
    fit: Fitting,
    readonly scale: number,
    finger: number,
  ) {
    this.#fit = fit;
    this.#finger = finger / scale;
    this.#name = fit.wanted.name / scale;
    this.#gap = Math.min(GAP * fit.one, fit.wanted.between / scale);
    [this.#w, this.#h] = [fit.area[0] / scale, fit.area[1] / scale];
  }

  /** Board and trays; null where they find no room in this way. */
  lay(way: Way): Desk | null {
    const { layout, shown } = this.#fit;
    const [w, h, gap] = [this.#w, this.#h, this.#gap];
    const [wider, higher] = [w - layout.width, h - layout.height];
    if (wider < -w * 0.0001 || higher < -h * 0.0001) return null;
    const [taken, looked] = [shown.filter(({ small }) => !small), shown.filter(({ small }) => small)];
    const mixed = taken.length > 0 && looked.length > 0;
    const right = layout.width + gap;
    const under = layout.height + gap;
    switch (way) {
      case "beside":
        return this.#desk(0, this.#put(shown, right, 0, wider - 2 * gap, h));
      case "below":
        return this.#desk(-wider / 2, this.#put(shown, -wider / 2 + gap, under, w - 2 * gap, higher - gap));
      case "both":
        if (!mixed) return null;
        return this.#desk(
          0,
          this.#put(taken, right, 0, wider - gap, layout.height),
          this.#put(looked, gap, under, w - 2 * gap, higher - gap),
        );
      case "aside":
        if (!mixed) return null;
        return this.#desk(
          0,
          this.#named(looked, layout.height, wider - gap, false),
          this.#put(taken, gap, under, w - 2 * gap, higher - gap),
        );
      case "column":
        if (!mixed) return null;
        return this.#desk(
          0,
          this.#named(looked, h, wider - gap, true),
          this.#put(taken, gap / 4, under, layout.width - gap / 2, higher - gap),
        );
      case "apart":
        return this.#apart(wider);
    }
  }

  #desk(left: number, ...parts: (Put | null)[]): Desk | null {
    if (parts.some((part) => part === null)) return null;
    const { layout } = this.#fit;
    const all = parts.flatMap((part) => part ?? []);
    const spots = new Map<string, Spot>(layout.places.map((place) => [place.id, { ...place, panel: null }]));
    for (const [id, spot] of all.flatMap((part) => part.spots)) spots.set(id, spot);
    return {
      left,
      width: this.#w,
      height: Math.max(layout.height, ...all.map(({ bottom }) => bottom)),
      spots,
      trays: all.flatMap(({ trays }) => trays),
    };
  }

  /** Trays beside the board, `deep` high; a column this narrow pays off only if every tray has its name. */
  #named(panels: readonly Panel[], deep: number, room: number, even: boolean): Put | null {
    const column = this.#put(panels, this.#fit.layout.width + this.#gap / 2, 0, room, deep, even);
    return column?.trays.some(({ panel, text }) => text.size === 0 && this.#fit.title(panel)) ? null : column;
  }

  /** Wherever the board leaves room: each tray by itself, or many, and those that are read, all together. */
  #apart(wider: number): Desk | null {
    const { layout, shown, looks } = this.#fit;
    for (const left of [0, -wider, -wider / 2]) {
      const area = { x: left + this.#gap, y: 0, w: this.#w - 2 * this.#gap, h: this.#h };
      const free = within(roomOf(layout), area, this.#finger);
      const found = looks || shown.length > APART ? this.#together(free) : this.#scattered(free);
      if (found) return this.#desk(left, found);
    }
    return null;
  }

  #scattered(free: readonly Rectangle[]): Put | null {
    const boxes = this.#fit.shown.map((panel) => this.#shapes(panel));
    const packed = pack(free, boxes, this.#gap);
    if (!packed) return null;
    const found: Put = { trays: [], spots: [], bottom: Math.max(...packed.map(({ shape, y }) => y + shape.h)) };
    for (const { shape, x, y } of packed) this.#lie(found, shape, x, y, shape.h);
    return found;
  }

  #together(free: readonly Rectangle[]): Put | null {
    const { shown, one } = this.#fit;
    const places = shown.flatMap((panel) =>
      panel.places.map((place) => sized(place, one, panel.small ? this.#look(panel, false) : this.#finger)),
    );
    const least = places.reduce((sum, [w, h]) => sum + w * h, 0);
    const large = free.filter(({ w, h }) => w * h > least).toSorted((one, other) => other.w * other.h - one.w * one.h);
    for (const { x, y, w, h } of large) {
      const found = this.#put(shown, x, y, w, h);
      if (found) return found;
    }
    return null;
  }

  /** These trays in rows in a rectangle; `deep`: how high they may lie, `even`: all as wide as the widest. Null where they find no room. */
  #put(panels: readonly Panel[], x0: number, y0: number, room: number, deep: number, even = false): Put | null {
    const { layout, one, title, looks, area } = this.#fit;
    const gap = this.#gap;
    if (!even && room - GAP * one * 0.5 < this.#finger) return null;
    const found = panels.map((panel) =>
      this.#boxed(panel, room, this.#look(panel, even), looks && panel.places.length === 1),
    );
    const widest = even ? Math.max(...found.map(({ w }) => w)) : 0;
    const boxes = found.map((box): Box =>
      box.w < widest
        ? { ...box, w: widest, at: box.at.map(([place, x, ...rest]) => [place, x + (widest - box.w) / 2, ...rest]) }
        : box,
    );
    // A tray with nothing to touch is there to be read, so it has its name.
    const narrow = (box: Box): boolean =>
      box.panel.places.length === 1 &&
      box.w < title(box.panel).length * LETTER * this.#name &&
      room * this.scale < area[0] * 0.9;
    if (looks && boxes.some((box) => title(box.panel) && (box.line === 0 || narrow(box)))) return null;
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
        this.#lie(all, box, x, y, tall);
        x += box.w + gap;
      }
      y += tall + gap;
    }
    return y - gap > (y0 + deep) * 1.0001 ? null : { ...all, bottom: rows.length > 0 ? y - gap : 0 };
  }

  /** The width of things in a tray that is only shown. */
  #look(panel: Panel, even: boolean): number {
    const { looks, wanted } = this.#fit;
    if (looks) return this.#finger;
    if (panel.kind === "hand") return (LOOK_HAND * wanted.grown) / this.scale;
    return (even ? LOOK_BESIDE : LOOK * Math.sqrt(wanted.grown)) / this.scale;
  }

  /** The rows in which a tray may lie by itself: in one, in two and so on, as long as its name is not cut. */
  #shapes(panel: Panel): Box[] {
    const { one, title } = this.#fit;
    const count = panel.places.length;
    const widest = Math.max(...panel.places.map((place) => sized(place, one, this.#finger)[0]));
    const each = widest + this.#finger * BETWEEN;
    return Array.from({ length: count }, (_, i) => i + 1)
      .filter((rows) => Math.ceil(count / Math.ceil(count / rows)) === rows)
      .map((rows) => this.#boxed(panel, each * Math.ceil(count / rows) + GAP * one * 0.5, 0))
      .filter(({ w, line }) => (line > 0 ? !cut(title(panel), this.#letters(w, SHRUNK)) : !title(panel)));
  }

  /** How many letters of a name find room in a tray so wide. */
  #letters(w: number, shrunk: number): number {
    return Math.floor((w - GAP * this.#fit.one * 0.4) / (LETTER * this.#name * shrunk));
  }

  /** The content and the name of a tray, in position. */
  #lie({ trays, spots }: Put, { panel, w, line, at }: Box, x: number, y: number, tall: number): void {
    const { one, title } = this.#fit;
    for (const [place, px, py, pw, ph] of at)
      spots.push([place.id, { ...place, x: x + px, y: y + py, w: pw, h: ph, panel: panel.id }]);
    /** Written a little smaller where that saves it from being cut. */
    const long = (words: string): boolean => cut(words, this.#letters(w, 1)) && !cut(words, this.#letters(w, SHRUNK));
    const words = title(panel);
    const shrunk =
      panel.seat >= 0 && (long(words) || (panel.small && words.length > this.#letters(w, 1) && long(whose(words))))
        ? SHRUNK
        : 1;
    const size = this.#name * shrunk;
    const free = w - GAP * one * 0.5 - words.length * LETTER * size;
    trays.push({
      id: panel.id,
      panel,
      x,
      y,
      w,
      h: tall - UNDER / this.scale,
      text: {
        x: x + GAP * one * 0.25 + Math.max(0, Math.min(INSET / this.scale, free / 2)),
        y: y + line * 0.9,
        size: line > 0 ? size : 0,
        ...(panel.seat >= 0 ? { letters: this.#letters(w, shrunk) } : {}),
      },
    });
  }

  /**
   * A tray no wider than `room` with its places in rows, `look` wide if it is only looked at. Its owner does not change its size: a long
   * player's name is cut, unless the tray is as wide as its `whole` name.
   */
  #boxed(panel: Panel, room: number, look: number, whole = false): Box {
    const { one, title } = this.#fit;
    const [name, words] = [this.#name, title(panel)];
    const pad = GAP * one * 0.25;
    const sizes = panel.places.map((place) => sized(place, one, panel.small ? look : this.#finger));
    const widest = Math.max(...sizes.map(([w]) => w));
    const fit = Math.min(1, (room - 2 * pad) / widest);
    const between = panel.small ? 0 : this.#finger * BETWEEN;
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
    const head =
      line + Math.max(...sizes.map(([, h]) => h * fit)) * (line > 0 ? rise(panel) : panel.small ? 0 : RINGED);
    return {
      panel,
      w: line > 0 && !whole ? Math.max(w, wide) : w,
      h: head + y + row + 2 * pad,
      line,
      at: at.map(([place, ...where]) => [place, where[0], where[1] + head + pad, where[2], where[3]]),
    };
  }
}

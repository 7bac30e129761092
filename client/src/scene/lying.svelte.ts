/** How a board and its trays lie on this screen: turned or folded, how large, and which trays have room. */

import { untrack } from "svelte";
import { t } from "../lib/i18n";
import { isLow, onPhone, onSideways, pageSize } from "../lib/screen";
import type { Fold, Layout, Link, Panel, Scene } from "../net/wire";
import type { BoardProps } from "./boardProps";
import { liesDown, quarter, unit, type Desk } from "./desk";
import { atTables, bestFold, folded, remembering } from "./folding";
import { cleared, MOST, shownOf, withPassing } from "./passing";
import { few, liesBetterTurned, lyingOpen, SHARE, SIDEWAYS, spread, withRoom } from "./spread";
import { turnedLayout } from "./turning";

/** What has to be laid out. */
type Shows = Pick<BoardProps, "scene" | "layout" | "choices" | "hand" | "looks" | "fills" | "table">;

/** Whether a board is turned by a quarter, and how it is folded. */
interface Bent {
  turned: boolean;
  fold: Fold | null;
}

const name = (panel: Panel): string => t(panel.title);

export class Lying {
  /** The size of the drawing, px; 0 until it is measured. */
  width = $state(0);
  height = $state(0);
  /** For which screen that is: a phone that is turned has its old width until the next frame, and nothing is decided for good from that. */
  #measured = $state(untrack(() => pageSize().join()));
  readonly #screen = $derived(pageSize());
  readonly #phone = $derived(onPhone());
  readonly #upright = $derived(onPhone() && !onSideways());
  /** The fold of a course is decided once for a window: no sheet, tray, end of the game or replay changes it. */
  readonly #here = remembering<Bent>();
  /** The seat that acts on this screen, or did last. */
  #acted = -1;
  /** The tray that soon goes away and was shown last: its room stays when it has gone. */
  #stock: Panel | null = null;
  /** The trays of a phone keep their room when they are cleared away: the board neither grows nor moves under a finger. */
  #lately: readonly Panel[] = [];
  /** So do those of a replay that soon go away, if there is room. */
  #placed: readonly Panel[] = [];

  constructor(private readonly of: () => Shows) {
    $effect(() => {
      const now = this.#screen.join();
      let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => (this.#measured = now))));
      return () => cancelAnimationFrame(frame);
    });
  }

  get #given(): Layout {
    return this.of().layout;
  }
  get #scene(): Scene {
    return this.of().scene;
  }

  /** The usual size of a place. */
  readonly one = $derived.by(() => unit(this.#given));
  /** The length of a pixel in the board's units. */
  readonly pixel = $derived.by(() =>
    Math.max(this.desk.width / Math.max(1, this.width), this.desk.height / Math.max(1, this.height)),
  );
  readonly #area = $derived.by((): [number, number] | null => {
    if (this.of().fills && this.width > 0 && this.height > 0) return [this.width, this.height];
    return this.#upright && this.#given.trays === "either" ? [this.#screen[0], SHARE * this.#screen[1]] : null;
  });
  readonly #taken = $derived.by(() => new Set(this.#scene.pieces.map((piece) => piece.place)));
  readonly #traysNeeded = $derived.by(() =>
    this.#scene.panels.some(
      (panel) => panel.kind !== "hand" || panel.places.some((place) => this.#taken.has(place.id)),
    ),
  );
  /** Only one of the trays that soon go away is shown. */
  readonly #lasting = $derived.by(() => {
    const { hand, looks, scene } = this.of();
    return !hand && !looks ? scene.panels.filter(({ passing }) => !passing) : scene.panels;
  });
  readonly #floating = $derived.by(() => {
    const { choices, scene } = this.of();
    this.#acted = choices?.seat ?? this.#acted;
    const passing = this.#lasting.length < scene.panels.length ? scene.panels.filter(({ passing }) => passing) : [];
    return shownOf(passing, this.#acted, scene.actors, this.#taken);
  });
  readonly #stocked = $derived.by(() => {
    const { hand, looks } = this.of();
    return !hand && !looks ? (this.#stock = this.#floating ?? this.#stock) : null;
  });

  /** A long board that may be turned stands upright on a phone and lies flat elsewhere. */
  readonly #bent = $derived.by((): Bent => {
    const { scene, looks, table } = this.of();
    const [given, screen] = [this.#given, this.#screen];
    const room = this.#area ?? (onSideways() ? ([SIDEWAYS * screen[0], screen[1]] as const) : null);
    const decide = (): Bent => {
      const shown = looks ? scene.panels : few(this.#lasting, []);
      const turned = !scene.turn && (liesDown(given, screen) || (given.turns && this.#liesTurned(shown, room)));
      if (given.folds.length === 0 || !room || scene.turn) return { turned, fold: null };
      const scale = (one: Layout): number => {
        // Dice in hand are larger only if the board keeps most of its size: the fold is chosen without them.
        const { width: w, height: h } = spread(one, shown, this.#phone, screen, name, this.#area, "", looks);
        return Math.min(room[0] / w, room[1] / h);
      };
      return { turned, fold: bestFold(given, turned ? quarter(given) : given, this.one, scale) };
    };
    if (given.folds.length === 0 || this.width === 0 || this.height === 0 || this.#measured !== screen.join())
      return decide();
    return (table ? atTables : this.#here)(
      JSON.stringify([table, given.id, screen, scene.turn, scene.panels.length > 0]),
      decide,
    );
  });

  #liesTurned(shown: readonly Panel[], room: readonly [number, number] | null): boolean {
    const { width, height } = this.#given;
    if (this.#phone && room) return liesBetterTurned(this.#given, shown, room, name);
    return this.#upright ? width > height : height > width * 1.15;
  }

  get turned(): boolean {
    return this.#bent.turned;
  }
  /** How the board is folded, where its places would be too narrow otherwise. */
  get fold(): Fold | null {
    return this.#bent.fold;
  }
  get links(): readonly Link[] {
    return this.fold?.links ?? [];
  }
  readonly #unfolded = $derived.by(() => (this.turned ? quarter(this.#given) : this.#given));
  /** The board as it lies. */
  readonly layout = $derived.by(() => {
    const [{ fold }, { places, turn }] = [this.#bent, this.#scene];
    return fold
      ? folded({ ...this.#given, places: [...this.#given.places, ...places] }, fold)
      : turnedLayout(this.#unfolded, places, turn);
  });

  /** The trays that have room. */
  readonly #panels = $derived.by(() => {
    const { scene, looks } = this.of();
    if (looks && this.#phone) return scene.panels;
    if (looks) {
      const soon = scene.panels.filter(({ passing }) => passing);
      this.#placed = [
        ...this.#placed.map((was) => soon.find(({ id }) => id === was.id) ?? was),
        ...soon.filter(({ id }) => this.#placed.every((was) => was.id !== id)),
      ];
      return [...scene.panels.filter(({ passing }) => !passing), ...this.#placed];
    }
    if (!this.#phone) return this.#traysNeeded ? this.#lasting : [];
    if (this.#traysNeeded) {
      const kept = this.#lasting.filter(({ kind }) => !scene.ending || kind !== "dice");
      this.#lately = few(withRoom(kept, this.#taken), scene.actors);
    }
    return this.#lately;
  });
  readonly #laid = $derived.by(() => {
    const { hand, looks } = this.of();
    const [area, stocked] = [this.#area, this.#stocked];
    if (!stocked || !area) return spread(this.layout, this.#panels, this.#phone, this.#screen, name, area, hand, looks);
    const unnamed = this.#upright && isLow(this.#screen[1]);
    return withPassing(this.layout, stocked, area, unnamed ? "" : name(stocked), this.#phone ? MOST : 1.5 * MOST);
  });
  /** The trays on the screen: one that only reserves room is neither drawn nor touched. */
  readonly desk = $derived.by((): Desk => {
    const { looks, scene } = this.of();
    const laid = this.#laid;
    if (this.#stocked && this.#area) return this.#floating ? laid : cleared(laid);
    const shown = looks ? scene.panels : this.#traysNeeded ? lyingOpen(this.#lasting, this.#taken) : [];
    const open = new Set(shown.map(({ id }) => id));
    if (laid.trays.every(({ id }) => open.has(id)) || (!this.#phone && this.#placed.length === 0)) return laid;
    return {
      ...laid,
      trays: laid.trays.filter(({ id }) => open.has(id)),
      spots: new Map([...laid.spots].filter(([, { panel }]) => panel === null || open.has(panel))),
    };
  });
}

/** The pattern that the half-made move lays over the board: its position, and sliding it with a mouse, a finger or keys. */

import { t } from "../lib/i18n";
import type { Choices, Layout, Piece, Place, Preview, Scene } from "../net/wire";
import { laying, type Steps } from "./choices";
import { lay, middle, nearest, type Laid } from "./overlay";

/** What the pattern must know about the board. */
export interface Around {
  scene: Scene;
  layout: Layout;
  choices: Choices | null;
  steps: Steps;
  /** The ids that may be clicked next, as far as they are shown. */
  near: ReadonlySet<string>;
  shows: boolean;
  pending: boolean;
  /** Where it appears, "" for the middle. */
  aim: string;
  /** The usual size of a place. */
  one: number;
}

/** The pattern as it lies over the board. */
export interface Lying {
  here: Place;
  tokens: Laid[];
  legal: boolean;
  chosen: boolean;
  preview: Preview | undefined;
}

interface Point {
  x: number;
  y: number;
}

export class Sheet {
  /** The place that it was slid to. */
  slid = $state("");
  /** Whether a card that is carried is beside the board. */
  beside = $state(false);
  /** A finger that slides it: where it went down, and how far the pattern's middle was from it. */
  #drag: { id: number; at: Point; dx: number; dy: number; moved: boolean } | null = null;

  constructor(
    readonly around: () => Around,
    readonly onslid: (place: string) => void,
  ) {}

  /** On the chosen place, else where it was slid to, else in the middle; null if nothing is laid over the board. */
  readonly lying = $derived.by((): Lying | null => {
    const { scene, layout, choices, steps, near, shows, aim } = this.around();
    const over = choices ? laying(choices, steps) : null;
    const pattern = scene.pieces.find((piece) => piece.id === steps[0]?.click)?.pattern;
    if (!over || !choices || !pattern) return null;
    const overlay = choices.overlays?.[choices.nodes[over.node]!.overlay ?? -1];
    const step = steps[over.at + 1];
    const here =
      layout.places.find((place) => place.id === (step?.click ?? (this.slid || aim))) ?? middle(layout, near);
    if (!overlay || !here) return null;
    const nodes =
      step?.nodes ?? choices.nodes[over.node]!.next.filter((index) => choices.nodes[index]!.click === here.id);
    const legal = nodes.length > 0 && (shows || step !== undefined);
    const preview = legal ? choices.previews?.[choices.nodes[nodes[0]!]!.preview ?? -1] : undefined;
    const tokens = lay(layout, pattern, overlay, here, new Map(scene.pieces.map((piece) => [piece.place, piece])));
    return { here, tokens, legal, chosen: step !== undefined, preview };
  });

  /** Its text for a screen reader: each token, and what is below it. */
  words(on: ReadonlyMap<string, Piece[]>): string {
    const said = (this.lying?.tokens ?? []).map(({ token, on: place }) => {
      const piece = place ? on.get(place.id)?.[0] : undefined;
      const what = place ? (piece ? t(piece.label) : t("ui.overlay.free")) : t("ui.overlay.off");
      return t("ui.overlay.token", { what: token.label, on: what });
    });
    return said.join(", ");
  }

  /** A finger goes down on the board, at a point of it. */
  down(event: PointerEvent, at: Point | null): void {
    const here = this.lying?.here;
    this.#drag = null;
    if (!here || this.around().pending || event.pointerType === "mouse" || !at || !this.#covers(at)) return;
    this.#drag = { id: event.pointerId, at, dx: here.x - at.x, dy: here.y - at.y, moved: false };
  }

  /** It moves: the pattern follows, and snaps to places where it may be laid. */
  move(event: PointerEvent, at: Point | null): void {
    const drag = this.#drag;
    if (!drag || drag.id !== event.pointerId || !at) return;
    drag.moved ||= Math.hypot(at.x - drag.at.x, at.y - drag.at.y) > this.around().one * 0.3;
    if (drag.moved) this.#to(at.x + drag.dx, at.y + drag.dy);
  }

  /** The card is carried from where it lay: over the board its pattern follows the hand, a little above a finger. */
  carry(at: Point, finger: boolean): void {
    const { x, y } = { x: at.x, y: at.y - (finger ? this.around().one : 0) };
    this.beside = !this.#covers({ x, y });
    if (!this.beside) this.#to(x, y);
  }

  #to(x: number, y: number): void {
    const { layout, near } = this.around();
    const place = this.lying && nearest(layout, x, y, near);
    if (!this.lying || !place || place.id === this.lying.here.id) return;
    this.slid = place.id;
    if (this.lying.chosen) this.onslid("");
  }

  /** Whether a point lies on the board, and not beside it. */
  #covers({ x, y }: Point): boolean {
    const { width, height } = this.around().layout;
    return x >= 0 && y >= 0 && x <= width && y <= height;
  }

  /** The pointer is lifted: the pattern stays there. */
  up(event: PointerEvent): void {
    if (this.#drag?.id === event.pointerId && this.#drag.moved && this.lying) this.onslid(this.lying.here.id);
  }

  /** Whether the click that follows was the end of a slide. */
  swallows(): boolean {
    const slid = this.#drag?.moved ?? false;
    this.#drag = null;
    return slid;
  }
}

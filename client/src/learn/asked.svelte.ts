/** What a guided first game asks of the learner now: what may be touched, what glows, and the answer to any other touch. */

import type { Scene } from "../net/wire";
import { calls, choicesOf } from "../live/seatControls";
import type { Desk } from "../scene/desk";
import type { Pointed } from "../table/manner";
import type { Play } from "../table/play.svelte";
import { hint, nextOf, type Guide } from "./guide.svelte";
import type { Script } from "./script";

export class Asked {
  /** Places are small for a finger: a hint on how to hit them comes before the first touch. */
  small = $state(false);

  constructor(
    readonly script: Script,
    readonly guide: Guide,
    readonly play: Play,
  ) {}

  get scene(): Scene {
    return this.guide.scene;
  }
  readonly choices = $derived.by(() => (this.guide.looks || this.script.hurried ? null : this.play.choices));
  /** In a hurry nothing is chosen click by click: what is touched first is done. */
  readonly wanted = $derived.by(() => choicesOf(this.scene, this.script.seat));
  readonly roots = $derived.by(() => {
    const { wanted } = this;
    return wanted && this.script.hurried ? wanted.roots.map((index) => wanted.nodes[index]!.click) : [];
  });
  readonly shouts = $derived.by(() => (this.wanted ? calls(this.wanted) : []));
  /** What may be touched first, "" for nothing. */
  readonly first = $derived.by(() => this.wanted?.nodes[this.wanted.roots[0] ?? -1]?.click ?? "");
  readonly tint = $derived.by(
    () => this.scene.standings.find((each) => each.seat === this.script.seat)?.tints[0] ?? "none",
  );
  readonly next = $derived.by(() => (this.play.pending ? null : hint(this.choices, this.play.steps)));
  /** The button that is to be pressed next. */
  readonly pointed = $derived.by((): Pointed => {
    const { next, choices } = this;
    if (next?.kind === "do") return "do";
    if (next?.kind === "turn" && next.by) return next.by > 0 ? "right" : "left";
    return next?.kind === "click" && choices?.buttons.some(({ id }) => next.id === id) ? "press" : "";
  });
  /** The ids that glow: what is to be touched next, or what is read about. */
  readonly glowing = $derived.by(() => {
    if (this.guide.looks) return [];
    if (this.next?.kind === "click") return nextOf(this.choices, this.play.steps, this.next.id);
    if (this.script.hurried) return this.roots;
    return this.guide.reads ? this.guide.step.point : [];
  });
  readonly pardon = $derived.by(() => {
    const { next, guide } = this;
    const away = next?.kind === "turn" && next.away ? { reason: { key: "ui.first_game.turned" }, rules: [] } : null;
    return guide.pardon ?? away ?? this.play.reason;
  });
  readonly #can = $derived.by(() => new Set([...this.roots, ...this.guide.step.tempting]));
  readonly urgent = $derived.by(() =>
    this.script.hurried
      ? {
          ids: this.#can,
          pressed: new Set<string>(),
          press: (id: string, event: PointerEvent) => void this.guide.click(id, event.timeStamp),
        }
      : null,
  );

  /** Where on the board or in the trays that glows. */
  places(desk: Desk): string[] {
    return this.glowing.flatMap((id) => {
      if (desk.spots.has(id)) return [id];
      const piece = this.scene.pieces.find((each) => each.id === id);
      return piece ? [piece.place] : [];
    });
  }

  tap(clicked: string[], place: string): void {
    const { script, guide, play } = this;
    if (script.hurried) clicked.some((id) => guide.click(id, performance.now()));
    else if (!guide.looks && !guide.reads) play.tap(clicked, place);
  }
}

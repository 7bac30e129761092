/** What the page of a race shows now beside the cards and calls, as far as it has room. */

import { fromStore } from "svelte/store";
import { goalOf, type Message } from "../lib/i18n";
import { captioned, captions, sound } from "../lib/prefs";
import { reducedMotion } from "../lib/reducedMotion";
import { onLowUpright, onPhone, onSideways } from "../lib/screen";
import type { Photo, TableFacts } from "../net/wire";
import { KeptRoom } from "../table/keptRoom.svelte";
import type { Before } from "./before.svelte";

const [captionsOf, soundOf] = [fromStore(captions), fromStore(sound)];

export class Telling {
  constructor(private readonly before: Before) {}

  /** The room of the board. */
  readonly room = new KeptRoom(() => this.playing);
  get #phase(): TableFacts["phase"] {
    return this.before.given().table.phase;
  }
  get over(): boolean {
    return this.#phase === "over";
  }
  get playing(): boolean {
    return this.#phase === "playing";
  }
  get wide(): boolean {
    return !onPhone();
  }
  /** The board keeps its size and place when the game ends. */
  get keeps(): boolean {
    return this.over && this.room.high > 0;
  }
  readonly racing = $derived.by(() => this.before.now && this.before.given().live.racing.urges);
  /** Beside all this if there is room (see the table's page), else over the board, never over the hand; at the end in its own place. */
  readonly photo = $derived.by((): Photo | null => {
    const { live, hands } = this.before.given();
    return this.over || hands ? live.photo : this.before.busy && !live.photoAsked ? null : live.photoOver;
  });
  /** On a phone held sideways it is beside the board, above the buttons. */
  readonly beside = $derived.by(() => {
    const here = !this.wide && !this.before.given().hands && onSideways() && this.playing && this.before.now;
    return here ? this.photo : null;
  });
  /** On a screen that is only a hand, it is above the buttons. */
  readonly above = $derived.by(() => (!this.before.felt && !this.wide && this.playing ? this.photo : null));
  /** Sounds have captions. */
  readonly written = $derived.by(
    () =>
      captioned(captionsOf.current, soundOf.current, reducedMotion()) &&
      (this.wide || (!this.before.given().play.making && !onSideways())),
  );
  /** On a phone, the goal is above the prompt unless something needs the room: a half-made move, the photo finish, a decision, another row
  of calls. */
  readonly aims = $derived.by((): Message | null => {
    const { hands, play, scene } = this.before.given();
    const free = !this.wide && !hands && !play.making && !this.beside && !this.before.verdict;
    return free ? goalOf(scene.game, scene) : null;
  });
  readonly aim = $derived.by(() => (this.before.crowd < (onSideways() ? 4 : 5) ? this.aims : null));
  /** While cards are shown, or on a low phone, the decision takes the place of the prompt, and so does the photo finish on a low hand: the buttons say what to do. */
  readonly hushed = $derived.by(() => {
    const { verdict, shows, shouting } = this.before;
    const low = onSideways() && this.before.given().hands && this.above !== null;
    return low || (verdict && (onLowUpright() || (shows && (!onSideways() || shouting))));
  });
  /** Captions of calls are of no use then; and a low phone keeps no empty row beneath cards that are shown. */
  readonly row = $derived.by(() => {
    const { verdict, shows } = this.before;
    return verdict && !onSideways() ? "none" : shows && onLowUpright() ? "wanted" : "kept";
  });
}

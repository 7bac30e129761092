/** What all parts of the prompt share: the table, its layout, the current move, and whether there is another game. */

import { onPhone } from "../../lib/screen";
import type { Message, Scene, TableFacts } from "../../net/wire";
import type { Play } from "../play.svelte";
import { calledOff, ranked, victory } from "../winners";
import { Doing } from "./doing.svelte";
import { Rematch } from "./rematch.svelte";
import type { Stands } from "./stands";

interface Asked {
  readonly play: Play;
  readonly table: TableFacts;
  readonly id: string;
  readonly stands: Stands;
}

export class PromptState implements Asked {
  readonly doing: Doing;
  readonly rematch: Rematch;

  constructor(private readonly its: () => Asked) {
    const [play, table] = [() => its().play, () => its().table];
    this.doing = new Doing(play, table, () => this.live);
    this.rematch = new Rematch(play, table);
  }

  get play(): Play {
    return this.its().play;
  }
  get table(): TableFacts {
    return this.its().table;
  }
  /** The element's, of which others are made. */
  get id(): string {
    return this.its().id;
  }
  get stands(): Stands {
    return this.its().stands;
  }
  get scene(): Scene | null {
    return this.play.scene;
  }

  readonly playing = $derived.by(() => this.table.phase === "playing");
  /** People race. */
  readonly live = $derived.by(() => this.play.manner.hurried);
  /** No move has been started here: there is nothing for the thumb's row to do. */
  readonly free = $derived.by(() => this.live && !this.play.making);
  /** A move has been started here. */
  readonly making = $derived.by(() => this.live && this.play.making && this.playing);
  /** The result is not shown before the end itself. */
  readonly won = $derived.by((): Message | null =>
    this.play.at === null && this.play.over ? victory(this.table) : null,
  );
  /** The seats that won. */
  readonly first = $derived.by((): readonly number[] =>
    this.won && !calledOff(this.table)
      ? ranked(this.table)
          .filter(({ rank }) => rank === 1)
          .map(({ chair }) => chair.seat)
      : [],
  );
  readonly standing = $derived.by(() =>
    this.scene?.standings.find(
      (each) => each.seat === (this.play.choices?.seat ?? this.scene?.actors[0] ?? this.first[0]),
    ),
  );
  /** Where things are laid over the board, their tools have a row that is always there. */
  readonly tools = $derived.by(
    () =>
      this.playing &&
      this.play.at === null &&
      this.play.link.you.seats.length > 0 &&
      (this.scene?.pieces.some((piece) => piece.pattern?.length) ?? false),
  );
  /** On a phone they are in one row with the button that plays the move; help is beside the sentence. */
  readonly laying = $derived.by(() => this.tools && onPhone());
}

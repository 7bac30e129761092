/** A box that is being made: the file, what can be undone, and what the server says of it. The text of the file is the truth. */

import { saidOf } from "../lib/api";
import type { Message } from "../lib/i18n";
import * as storage from "../lib/storage";
import { kept } from "./kept";
import { openBox, type Edit, type Opened } from "./opened";

/** So many steps can be undone. */
const STEPS = 200;

export class Box {
  opened = $state.raw<Opened | null>(null);
  /** Why the last edit was refused. */
  refused = $state.raw<Message | null>(null);
  /** How many edits are on their way. */
  waiting = $state(0);
  /** This browser keeps nothing. */
  unkept = $state(false);
  private past = $state.raw<Opened[]>([]);
  private future = $state.raw<Opened[]>([]);
  private last: Promise<unknown> = Promise.resolve();

  constructor(readonly game: string) {}

  get text(): string {
    return this.opened?.components ?? "";
  }
  /** An edit that is on its way can be undone too. */
  get canUndo(): boolean {
    return this.past.length > 0 || this.waiting > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Begin with a file; null is the printed box. Who comes back to the same file finds the steps that can be undone. Throws `ApiError`. */
  async begin(text: string | null): Promise<void> {
    if (this.opened && (this.unkept || text === this.text)) return;
    this.past = [];
    this.future = [];
    this.refused = null;
    this.opened = await openBox(this.game, text);
    this.keep();
  }

  /** Change something, once everything asked before is done. */
  change(edit: Edit): Promise<void> {
    return this.next((text) => openBox(this.game, text, edit));
  }

  /** Another file takes the place of this one; null is the printed box. */
  replace(text: string | null): Promise<void> {
    return this.next(() => openBox(this.game, text));
  }

  /** A file from elsewhere takes the place of this one, if it is a box of this game. */
  bring(text: string): Promise<void> {
    return this.next(() => openBox(this.game, text, null, true));
  }

  undo(): void {
    this.inTurn(() => this.step("past", "future"));
  }

  redo(): void {
    this.inTurn(() => this.step("future", "past"));
  }

  /** At once, or after the edits that are on their way; not after one that was refused, which left nothing to take back. */
  private inTurn(step: () => void): void {
    if (this.waiting === 0) step();
    else this.last = this.last.then(() => this.refused ?? step());
  }

  private step(from: "past" | "future", to: "past" | "future"): void {
    const target = this[from].at(-1);
    if (!target || !this.opened) return;
    this[to] = [...this[to], this.opened];
    this[from] = this[from].slice(0, -1);
    this.opened = target;
    this.refused = null;
    this.keep();
  }

  private next(asked: (text: string) => Promise<Opened>): Promise<void> {
    this.waiting += 1;
    const done = this.last.then(async () => {
      try {
        const found = await asked(this.text);
        this.refused = null;
        if (this.opened && found.components !== this.opened.components) {
          this.past = [...this.past, this.opened].slice(-STEPS);
          this.future = [];
        }
        this.opened = found;
        this.keep();
      } catch (reason) {
        this.refused = saidOf(reason);
      } finally {
        this.waiting -= 1;
      }
    });
    this.last = done;
    return done;
  }

  private keep(): void {
    this.unkept = !storage.set(kept(this.game), this.text);
  }
}

const boxes = new Map<string, Box>();

/** The box of a game in this page: it outlives the editor, so that whoever comes back from a table can still undo. */
export function boxOf(game: string): Box {
  const box = boxes.get(game) ?? new Box(game);
  boxes.set(game, box);
  return box;
}

/** A box that is being made: the file, what can be undone, and what the server says of it. The text of the file is the truth. */

import { saidOf } from "../lib/api";
import type { Message } from "../lib/i18n";
import * as storage from "../lib/storage";
import { kept, keptSteps } from "./kept";
import { openBox, type Edit, type Opened } from "./opened";

/** So many steps can be undone, and so many of them after the page was loaded again: a browser keeps little. */
const STEPS = 200;
const KEPT = 60;

/** The files before and after the one on the screen, the nearest last. */
type Steps = { past: string[]; future: string[] };
const NONE: Steps = { past: [], future: [] };

export class Box {
  opened = $state.raw<Opened | null>(null);
  /** Why the last edit was refused. */
  refused = $state.raw<Message | null>(null);
  /** How many edits are on their way. */
  waiting = $state(0);
  /** This browser keeps nothing. */
  unkept = $state(false);
  private steps = $state.raw<Steps>(NONE);
  /** What the server said of each file, so that a step back needs no answer. */
  private known = new Map<string, Opened>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(readonly game: string) {}

  get text(): string {
    return this.opened?.components ?? "";
  }
  /** An edit that is on its way can be undone too. */
  get canUndo(): boolean {
    return this.steps.past.length > 0 || this.waiting > 0;
  }
  get canRedo(): boolean {
    return this.steps.future.length > 0;
  }

  /** Begin with a file; null is the printed box. Whoever comes back to the same file can still undo. Throws `ApiError`. */
  async begin(text: string | null): Promise<void> {
    if (this.opened && (this.unkept || text === this.text)) return;
    this.refused = null;
    this.opened = await openBox(this.game, text);
    this.steps = stepsBeside(this.game, this.text);
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
    this.inTurn("past", "future");
  }

  redo(): void {
    this.inTurn("future", "past");
  }

  /** At once if it can be; else after what is on its way, but not after an edit that was refused, which left nothing to take back. */
  private inTurn(from: keyof Steps, to: keyof Steps): void {
    const after = this.waiting > 0;
    const nearest = this.steps[from].at(-1);
    const known = nearest === undefined ? undefined : this.known.get(nearest);
    if (!after && known) this.step(from, to, known);
    else if (after || nearest !== undefined)
      void this.turn(async () => {
        const target = this.steps[from].at(-1);
        if (target === undefined || !this.opened || (after && this.refused)) return;
        this.step(from, to, this.known.get(target) ?? (await openBox(this.game, target)));
      });
  }

  private step(from: keyof Steps, to: keyof Steps, found: Opened): void {
    this.steps = { ...this.steps, [from]: this.steps[from].slice(0, -1), [to]: [...this.steps[to], this.text] };
    this.show(found);
  }

  private next(asked: (text: string) => Promise<Opened>): Promise<void> {
    return this.turn(async () => {
      const found = await asked(this.text);
      if (this.opened && found.components !== this.text)
        this.steps = { past: [...this.steps.past, this.text].slice(-STEPS), future: [] };
      this.show(found);
    });
  }

  /** Do something once everything asked before is done. */
  private turn(what: () => Promise<void>): Promise<void> {
    this.waiting += 1;
    this.last = this.last
      .then(what)
      .catch((reason: unknown) => (this.refused = saidOf(reason)))
      .finally(() => (this.waiting -= 1));
    return this.last as Promise<void>;
  }

  private show(found: Opened): void {
    if (this.opened) this.known.set(this.text, this.opened);
    this.opened = found;
    this.refused = null;
    this.keep();
  }

  private keep(): void {
    this.unkept = !storage.set(kept(this.game), this.text);
    const { past, future } = this.steps;
    storage.set(
      keptSteps(this.game),
      JSON.stringify({ text: this.text, past: past.slice(-KEPT), future: future.slice(-KEPT) }),
    );
  }
}

/** The steps kept with a file in this browser; none if they belong to another one. */
function stepsBeside(game: string, text: string): Steps {
  return storage.tried(NONE, () => {
    const found = JSON.parse(storage.get(keptSteps(game)) ?? "{}") as Partial<Steps> & { text?: string };
    const texts = (given: unknown): string[] =>
      Array.isArray(given) ? given.filter((each): each is string => typeof each === "string") : [];
    return found.text === text ? { past: texts(found.past), future: texts(found.future) } : NONE;
  });
}

const boxes = new Map<string, Box>();

/** The box of a game in this page: it outlives the editor, so that whoever comes back from a table can still undo. */
export function boxOf(game: string): Box {
  const box = boxes.get(game) ?? new Box(game);
  boxes.set(game, box);
  return box;
}

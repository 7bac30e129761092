/** How long a mouse or pen travelled to what it pressed: this much of the hand's way is already done. */

/** A pointer that moved no farther than this did not travel, CSS px. */
const STAYED = 24;

interface Spot {
  x: number;
  y: number;
}

/** The parts of a pointer event that matter here. */
export type Pointed = Pick<PointerEvent, "clientX" | "clientY" | "timeStamp" | "pointerType">;

export class Travel {
  /** Where the pointer is, unknown until it moves. */
  #at: Spot | null = null;
  /** Where it was when the cue came, and when it set off since. */
  #from: Spot | null = null;
  #left = 0;
  #down: Pointed | null = null;

  /** A cue fires: travel counts from here. */
  begin(): void {
    this.#from = this.#at;
    this.#left = 0;
  }

  move = (event: Pointed): void => {
    if (event.pointerType === "touch") return;
    this.#at = { x: event.clientX, y: event.clientY };
    this.#from ??= this.#at;
    if (!this.#left && (this.#at.x !== this.#from.x || this.#at.y !== this.#from.y)) this.#left = event.timeStamp;
  };

  down = (event: Pointed): void => {
    this.#down = event;
  };

  /** For how long the pointer that pressed at `stamp` was on its way, ms; 0 for a finger, a key, and a pointer that was already there. */
  until(stamp: number): number {
    const [down, from] = [this.#down, this.#from];
    if (!down || down.timeStamp !== stamp || down.pointerType === "touch" || !from || !this.#left) return 0;
    if (Math.hypot(down.clientX - from.x, down.clientY - from.y) < STAYED) return 0;
    return Math.max(0, Math.round(stamp - this.#left));
  }

  /** Follow the pointers of the page; returns how to stop. */
  watch(): () => void {
    if (typeof window === "undefined") return () => undefined;
    const options = { capture: true, passive: true };
    window.addEventListener("pointermove", this.move, options);
    window.addEventListener("pointerdown", this.down, options);
    return () => {
      window.removeEventListener("pointermove", this.move, options);
      window.removeEventListener("pointerdown", this.down, options);
    };
  }
}

/** A loupe for fingers on small places: a finger that rests on the board sees an enlarged view of what is below it, and chooses by lifting. */

/** How long a finger rests, and how far it may stray meanwhile, until the loupe comes: ms, px. A tap is shorter. */
const RESTS_MS = 280;
const STRAYS = 9;
/** How long after it a click may come that only ends what the loupe has chosen, ms. */
const ECHO_MS = 600;
/** Places narrower than this are small for a finger, px. */
export const SMALL = 30;

/** What a finger would choose: a place, and its position on the screen, px. */
export interface Aim<Spot> {
  spot: Spot;
  x: number;
  y: number;
  w: number;
}

const RADIUS = 76;
const TIMES = 2.4;
/** Its distance from the finger, so that it is not covered, px. */
const APART = 118;

/** The loupe's middle for a finger at (x, y): above it, or below it near the top of the screen, and always whole. */
export function stands(x: number, y: number, width: number, height: number): [x: number, y: number] {
  const above = y - APART >= RADIUS + 4;
  const within = (at: number, end: number): number => Math.max(RADIUS + 4, Math.min(end - RADIUS - 4, at));
  return [within(x, width), within(above ? y - APART : y + APART, height)];
}

/** A finger that rests where places are small, until it strays or goes; with the loupe once it has rested long enough. */
export class Resting<Spot> {
  #finger: { pointer: number; x: number; y: number; timer: ReturnType<typeof setTimeout>; loupe: Loupe | null } | null =
    null;
  #echoUntil = 0;

  constructor(
    /** The board, where a loupe is of use now. */
    readonly board: () => SVGSVGElement | undefined,
    readonly aim: (x: number, y: number) => Aim<Spot> | null,
    readonly choose: (spot: Spot) => void,
    /** The loupe opens. */
    readonly looks: () => void = () => undefined,
  ) {}

  down(event: PointerEvent): void {
    this.leave();
    this.#echoUntil = 0;
    if (event.pointerType !== "touch" || !event.isPrimary || !this.board()) return;
    const timer = setTimeout(() => {
      const board = this.board();
      if (!this.#finger || !board) return;
      this.#finger.loupe = new Loupe(board);
      this.looks();
      this.#look();
    }, RESTS_MS);
    this.#finger = { pointer: event.pointerId, x: event.clientX, y: event.clientY, timer, loupe: null };
  }

  move(event: PointerEvent): void {
    const finger = this.#finger;
    if (finger?.pointer !== event.pointerId) return;
    if (!finger.loupe) {
      if (Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > STRAYS) this.leave();
      return;
    }
    [finger.x, finger.y] = [event.clientX, event.clientY];
    this.#look();
  }

  /** The finger is lifted: choose what is below it, if the loupe was open. */
  up(event: PointerEvent): void {
    if (this.#finger?.pointer !== event.pointerId) return;
    const looked = this.#finger.loupe !== null;
    this.leave();
    if (!looked) return;
    this.#echoUntil = event.timeStamp + ECHO_MS;
    const aim = this.aim(event.clientX, event.clientY);
    if (aim) this.choose(aim.spot);
  }

  leave(): void {
    clearTimeout(this.#finger?.timer);
    this.#finger?.loupe?.remove();
    this.#finger = null;
  }

  /** Whether a click only ends what the loupe has chosen. */
  swallows(click: Event): boolean {
    return click.timeStamp < this.#echoUntil;
  }

  /** While the loupe is open or a piece is held, the page neither scrolls nor offers a menu. Returns a function that ends this. */
  hold(board: SVGSVGElement, holds: () => boolean): () => void {
    const stays = (event: Event): void => {
      if (this.#finger?.loupe || holds()) event.preventDefault();
    };
    board.addEventListener("touchmove", stays, { passive: false });
    board.addEventListener("contextmenu", stays);
    return () => {
      board.removeEventListener("touchmove", stays);
      board.removeEventListener("contextmenu", stays);
      this.leave();
    };
  }

  #look(): void {
    const finger = this.#finger;
    finger?.loupe?.show(finger.x, finger.y, this.aim(finger.x, finger.y));
  }
}

/** A round picture of a part of a board. It is drawn outside the page, so that nothing cuts it off. */
class Loupe {
  private readonly frame = document.createElement("div");
  private readonly ring = document.createElement("div");
  private readonly picture: SVGSVGElement;
  private readonly lies: DOMRect;

  constructor(board: SVGSVGElement) {
    this.lies = board.getBoundingClientRect();
    this.picture = board.cloneNode(true) as SVGSVGElement;
    this.picture.querySelector(".spots")?.remove();
    this.picture.style.cssText += `;position:absolute;max-width:none;max-height:none;width:${this.lies.width * TIMES}px;height:${this.lies.height * TIMES}px`;
    this.ring.style.cssText =
      "position:absolute;border:3px solid var(--focus);border-radius:50%;transform:translate(-50%,-50%)";
    this.frame.className = "loupe";
    this.frame.setAttribute("aria-hidden", "true");
    this.frame.style.cssText =
      `position:fixed;z-index:60;width:${2 * RADIUS}px;height:${2 * RADIUS}px;overflow:hidden;` +
      "border:3px solid var(--ink);border-radius:50%;background:var(--paper);box-shadow:var(--lift);pointer-events:none;transform:translate(-50%,-50%)";
    this.frame.append(this.picture, this.ring);
    document.body.append(this.frame);
  }

  /** The finger is at (x, y); what it would choose lies at `aim`, with its width, all in px of the screen. */
  show(x: number, y: number, aim: Omit<Aim<unknown>, "spot"> | null): void {
    const [left, top] = stands(x, y, innerWidth, innerHeight);
    Object.assign(this.frame.style, { left: `${left}px`, top: `${top}px` });
    const middle = RADIUS - 3;
    Object.assign(this.picture.style, {
      left: `${middle - (x - this.lies.left) * TIMES}px`,
      top: `${middle - (y - this.lies.top) * TIMES}px`,
    });
    this.ring.style.display = aim ? "block" : "none";
    if (aim)
      Object.assign(this.ring.style, {
        left: `${middle + (aim.x - x) * TIMES}px`,
        top: `${middle + (aim.y - y) * TIMES}px`,
        width: `${aim.w * TIMES + 6}px`,
        height: `${aim.w * TIMES + 6}px`,
      });
  }

  remove(): void {
    this.frame.remove();
  }
}

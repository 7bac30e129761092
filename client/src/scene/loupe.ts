/** A loupe for fingers: where places are small, a finger that rests on the board sees what lies beneath it, large, and chooses where it lets go. */

/** How long a finger rests, and how far it may stray meanwhile, until the loupe comes: ms, px. A tap is shorter. */
export const RESTS_MS = 280;
export const STRAYS = 9;
/** Places narrower than this are small for a finger, px. */
export const SMALL = 30;

const RADIUS = 76;
const TIMES = 2.4;
/** How far from the finger it stands, so that it is not covered, px. */
const APART = 118;

/** Where the loupe's middle stands for a finger at (x, y): above it, beneath it near the top of the screen, and always whole. */
export function stands(x: number, y: number, width: number, height: number): [x: number, y: number] {
  const above = y - APART >= RADIUS + 4;
  const within = (at: number, end: number): number => Math.max(RADIUS + 4, Math.min(end - RADIUS - 4, at));
  return [within(x, width), within(above ? y - APART : y + APART, height)];
}

/** A round picture of a part of a board. It is drawn outside of the page, so that nothing cuts it off. */
export class Loupe {
  private readonly frame = document.createElement("div");
  private readonly ring = document.createElement("div");
  private readonly picture: SVGSVGElement;
  private readonly lies: DOMRect;

  constructor(board: SVGSVGElement) {
    this.lies = board.getBoundingClientRect();
    this.picture = board.cloneNode(true) as SVGSVGElement;
    this.picture.querySelector(".spots")?.remove();
    this.picture.style.cssText += `;position:absolute;max-width:none;max-height:none;width:${this.lies.width * TIMES}px;height:${this.lies.height * TIMES}px`;
    this.ring.style.cssText = "position:absolute;border:3px solid var(--focus);border-radius:50%;transform:translate(-50%,-50%)";
    this.frame.className = "loupe";
    this.frame.setAttribute("aria-hidden", "true");
    this.frame.style.cssText = `position:fixed;z-index:60;width:${2 * RADIUS}px;height:${2 * RADIUS}px;overflow:hidden;border:3px solid var(--ink);border-radius:50%;background:var(--paper);box-shadow:var(--lift);pointer-events:none;transform:translate(-50%,-50%)`;
    this.frame.append(this.picture, this.ring);
    document.body.append(this.frame);
  }

  /** The finger is at (x, y); what it would choose lies at `aim`, with its width, all in px of the screen. */
  show(x: number, y: number, aim: { x: number; y: number; w: number } | null): void {
    const [left, top] = stands(x, y, innerWidth, innerHeight);
    Object.assign(this.frame.style, { left: `${left}px`, top: `${top}px` });
    const middle = RADIUS - 3;
    Object.assign(this.picture.style, { left: `${middle - (x - this.lies.left) * TIMES}px`, top: `${middle - (y - this.lies.top) * TIMES}px` });
    this.ring.style.display = aim ? "block" : "none";
    if (aim) Object.assign(this.ring.style, { left: `${middle + (aim.x - x) * TIMES}px`, top: `${middle + (aim.y - y) * TIMES}px`, width: `${aim.w * TIMES + 6}px`, height: `${aim.w * TIMES + 6}px` });
  }

  remove(): void {
    this.frame.remove();
  }
}

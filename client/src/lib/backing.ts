/** The browser's Back closes overlays before it leaves the page: while anything is open, one step of the history stands for it. */

/** What of a window is used. */
export interface Browser {
  history: Pick<History, "state" | "pushState" | "replaceState" | "back">;
  location: Pick<Location, "href">;
  addEventListener: (type: "popstate", heard: () => void) => void;
  setTimeout: (run: () => void, ms: number) => unknown;
  scrollX: number;
  scrollY: number;
  scrollTo: (x: number, y: number) => void;
}

/** What marks that step. */
const OVER = "over";

/** Whether the present step of the history stands for something that is open. */
export const isOver = (state: unknown): boolean => state === OVER;

export class Backing {
  private readonly open: (() => void)[] = [];
  /** Where the page was scrolled to, and its address, when the step was given back, which is under way; null otherwise. */
  private leaving: { at: [number, number]; address: string } | null = null;

  constructor(private readonly browser: Browser) {
    // A page loaded again has nothing open yet.
    if (isOver(browser.history.state)) browser.history.replaceState(null, "");
    browser.addEventListener("popstate", () => this.went());
  }

  /** Something has been opened that `close` closes. Call what is returned when it is no longer open. */
  opened(close: () => void): () => void {
    this.open.push(close);
    if (!this.leaving) this.stand();
    return () => {
      const at = this.open.lastIndexOf(close);
      if (at < 0) return;
      this.open.splice(at, 1);
      // What is opened in its place takes over its step.
      if (this.open.length === 0) this.browser.setTimeout(() => this.leave(), 0);
    };
  }

  private stand(): void {
    if (!isOver(this.browser.history.state)) this.browser.history.pushState(OVER, "");
  }

  /** The last overlay was closed, but not by Back: remove its step, unless a new page has taken its place. */
  private leave(): void {
    const { browser } = this;
    if (this.open.length > 0 || this.leaving || !isOver(browser.history.state)) return;
    this.leaving = { at: [browser.scrollX, browser.scrollY], address: browser.location.href };
    browser.history.back();
  }

  private went(): void {
    const { leaving } = this;
    this.leaving = null;
    if (leaving) {
      // What was open may have changed the address, as the menu of views does.
      this.browser.history.replaceState(this.browser.history.state, "", leaving.address);
      this.browser.scrollTo(...leaving.at);
    } else if (!isOver(this.browser.history.state)) this.open.at(-1)?.();
    if (this.open.length > 0) this.browser.setTimeout(() => this.open.length > 0 && this.stand(), 0);
  }
}

/** That of this page. The router imports this module, so it reads the address after what is done here. */
export const backing = typeof window === "undefined" ? null : new Backing(window);

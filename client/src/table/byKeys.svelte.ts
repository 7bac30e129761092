/** Whether somebody moves through the page by keys: then the focus is theirs, and is shown. */

const MOVES = /^(Tab|Arrow.*|Home|End|[npNP])$/;

export class ByKeys {
  /** A single key, such as Enter after a click, does not mean that the keyboard leads. */
  moving = $state(false);

  saw(event: Pick<Event, "type"> & { key?: string }): void {
    if (event.type !== "keydown") this.moving = false;
    else if (MOVES.test(event.key ?? "")) this.moving = true;
  }
}

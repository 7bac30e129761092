/** How prompt and buttons are arranged at a table. */
export type Stands =
  /** Beneath the board; on a phone held sideways beside it. */
  | "beneath"
  /** Beneath a board that needs the height of an upright phone. */
  | "close"
  /** In the narrow column beside a board that has the whole height. */
  | "beside"
  /** At the end, in the room that it had during the game. */
  | "held"
  /** In a game of speed: the board needs every line. */
  | "live"
  /** Without the prompt, which is elsewhere. */
  | "alone";

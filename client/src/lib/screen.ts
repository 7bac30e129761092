/** What kind of screen this is. The style sheets ask the same: `(max-width: 899px), (max-height: 500px)`. */

/** A phone, upright or sideways: one thing under the other does not fit beside the board, px. */
export const isPhone = (width: number, height: number): boolean => width < 900 || height <= 500;

/** A phone held sideways: the board on one side, everything that is pressed on the other. */
export const isSideways = (width: number, height: number): boolean => height <= 500 && width > height;

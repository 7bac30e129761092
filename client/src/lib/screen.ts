/** What kind of screen this is. The style sheets ask the same, by name: `theme/screens.css`. */

import { innerHeight, innerWidth } from "svelte/reactivity/window";

/** A phone, upright or sideways: one thing under the other does not fit beside the board, px. */
export const isPhone = (width: number, height: number): boolean => width < 900 || height <= 500;

/** A phone held sideways: the board on one side, everything that is pressed on the other. */
export const isSideways = (width: number, height: number): boolean => height <= 500 && width > height;

/** So low that, upright, the board of a phone needs every line. */
export const isLow = (height: number): boolean => height <= 700;

/** How wide and high the page is now, px (reactive); before that is known, as on a usual laptop. */
export const pageSize = (): readonly [width: number, height: number] => [
  innerWidth.current ?? 1280,
  innerHeight.current ?? 800,
];

/** The page is on a phone now (reactive). */
export const onPhone = (): boolean => isPhone(...pageSize());

/** The page is on a phone held sideways now (reactive). */
export const onSideways = (): boolean => isSideways(...pageSize());

/** The page is on an upright phone so low that the board needs every line (reactive). */
export const onLowUpright = (): boolean => {
  const [width, height] = pageSize();
  return isPhone(width, height) && width <= height && isLow(height);
};

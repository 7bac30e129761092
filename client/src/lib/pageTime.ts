/**
 * The time of this page, ms since 1970 when it was opened and evenly from then on: what clocks at a table are counted on. A device that sets its
 * clock moves `Date.now()` by as much as it likes, and a clock at the table must not jump with it.
 */
export const pageTime = (): number => performance.timeOrigin + performance.now();

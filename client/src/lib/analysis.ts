/** The analysis of a game in a file, as `ludotheque analyse` writes it: the record, and what was found about each decision. */

import { weighed, type TurningPoint, type Weighed } from "./replay";

/** The largest analysis that is read, in bytes. */
export const MAX_ANALYSIS = 20_000_000;

/** `of`: how many moments there are; fewer points were found where the work was stopped. */
export type Analysis = { record: string; of: number; points: Weighed[]; turning: TurningPoint[] };

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;
const all = <T>(value: unknown, is: (each: unknown) => each is T): value is T[] =>
  Array.isArray(value) && value.every(is);

function isCandidate(value: unknown): boolean {
  return (
    isPlain(value) &&
    isCount(value.action) &&
    isShare(value.value) &&
    isPlain(value.view) &&
    isPlain(value.view.message) &&
    typeof value.view.message.key === "string"
  );
}

function isPoint(value: unknown): value is Weighed {
  if (
    !isPlain(value) ||
    !isCount(value.move) ||
    !Number.isInteger(value.seat) ||
    !all(value.chances, isShare) ||
    typeof value.missed !== "number"
  )
    return false;
  return (
    Array.isArray(value.best) && value.best.every(isCandidate) && (value.played === null || isCandidate(value.played))
  );
}

function isTurning(value: unknown): value is TurningPoint {
  return (
    isPlain(value) &&
    [value.move, value.until, value.actor, value.seat].every(isCount) &&
    isShare(value.before) &&
    isShare(value.after)
  );
}

/** What a file says: null where it is no analysis (a record, perhaps). One that cannot be read is an error. */
export function analysisIn(text: string): Analysis | null {
  if (!/^\s*\{\s*"analysis"/.test(text)) return null;
  const found: unknown = JSON.parse(text);
  if (
    !isPlain(found) ||
    found.analysis !== 1 ||
    typeof found.record !== "string" ||
    !all(found.moments, isCount) ||
    !all(found.points, isPoint) ||
    !all(found.turning_points, isTurning)
  )
    throw new Error("analysis");
  return {
    record: found.record,
    of: found.moments.length,
    points: found.points.map(weighed),
    turning: found.turning_points,
  };
}

/** Is this the analysis of a game with this many seats and moves? */
export function fits(analysis: Analysis, seats: number, moves: number): boolean {
  const turning = analysis.turning.every(
    ({ move, until, actor, seat }) => move <= moves && until <= moves && actor < seats && seat < seats,
  );
  return turning && analysis.points.every(({ move, chances }) => move <= moves && chances.length === seats);
}

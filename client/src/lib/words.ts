/** Small phrases made of numbers: the players and the minutes of a game. */

/** `[2, 3, 4]` is `2–4`, `[2, 4]` is `2, 4`, `[2]` is `2`. */
export function span(numbers: readonly number[]): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [low, high] = [sorted[0], sorted[sorted.length - 1]];
  if (low === undefined || high === undefined) return "";
  if (low === high) return String(low);
  return high - low === sorted.length - 1 ? `${low}–${high}` : sorted.join(", ");
}

/** A length of time as people write a clock: `0:07`, `12:40`, `3 h 05`. */
export function lasting(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}\u202fh\u202f${two(minutes % 60)}`;
}

/** Chance for people around a table: draws a number from 0 up, each equally likely. */
export function draw(of: number): number {
  const most = Math.floor(2 ** 32 / of) * of;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0]! >= most);
  return drawn[0]! % of;
}

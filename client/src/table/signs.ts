/** The sign beside a line of the list. */

import type { Scene } from "../net/wire";

/** The sign of a line's player; none if nobody acted. */
export function signOf({ seat }: { seat: number }, scene: Scene | null): { mark: string; tint: string } | null {
  const standing = scene?.standings.find((each) => each.seat === seat);
  return standing ? { mark: [...standing.mark][0] ?? "", tint: standing.tints[0] ?? "none" } : null;
}

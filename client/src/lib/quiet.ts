/** Things done once it is quiet: a slider tells of every step, and browsers refuse to note each. */

/** What does `act` once nothing was asked for `ms`; `drop` forgets what was asked. */
export function once(act: () => void, ms: number): { ask: () => void; drop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask() {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    },
    drop: () => clearTimeout(timer),
  };
}

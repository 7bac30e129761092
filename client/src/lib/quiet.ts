/** Things done once it is quiet: a slider tells of every step, and browsers refuse to note each. */

/** Debounces: runs `act` after `ms` without another request; `drop` forgets the request. */
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

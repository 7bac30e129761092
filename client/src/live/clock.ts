/** The one clock that reactions are measured on: the page's monotonic one, which events are stamped with, too. */

export interface Clock {
  /** ms since the page began. */
  now: () => number;
  /** Calls back once the page has been painted as it is now, with the time of that paint. */
  painted: (done: (at: number) => void) => void;
  /** Calls back every `ms` or so; returns a function that stops it. */
  every: (ms: number, call: () => void) => () => void;
  /** Calls back once after `ms`; returns a function that cancels it. */
  after: (ms: number, call: () => void) => () => void;
  /** Whether anybody can see the page. */
  visible: () => boolean;
}

/** A frame is drawn, and what is posted then comes after its paint. A page that is hidden paints nothing: then it is now. */
function painted(done: (at: number) => void): void {
  if (document.visibilityState === "hidden") {
    done(performance.now());
    return;
  }
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(0);
  });
}

/** Called within frames: all earlier presses have been handled by then. */
function every(ms: number, call: () => void): () => void {
  const timer = setInterval(() => requestAnimationFrame(call), ms);
  return () => clearInterval(timer);
}

function after(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

export const clock: Clock = {
  now: () => performance.now(),
  painted,
  every,
  after,
  visible: () => document.visibilityState === "visible",
};

/** When an event happened, on our clock; an event stamped on another clock, or in the future, happened now. */
export function when(stamp: number, now: number): number {
  return stamp > 0 && stamp <= now ? stamp : now;
}

/** Nobody sees a cue, chooses and presses sooner, ms: what measures less was stamped late by a busy page. */
const SOONEST = 150;

/** How long somebody took, ms with a decimal; never negative. */
export function reaction(presented: number, pressed: number): number {
  return Math.max(0, Math.round((pressed - presented) * 10) / 10);
}

/** How long somebody took to answer another's cue: from when it was seen, or, if that is impossible, from when it came. */
export function answered(came: number, seen: number, pressed: number): number {
  const took = reaction(seen || came, pressed);
  return took < SOONEST ? reaction(came, pressed) : took;
}

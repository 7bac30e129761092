import { pageTime } from "./pageTime";

/**
 * An audio context that can be heard. A call or another app interrupts one on iOS (`interrupted`, which types do not know), and some stay silent
 * afterwards whatever is asked of them, or never answer: one that does not go on is left behind, and the next sound has a new one.
 */
const asked = new WeakMap<AudioContext, number>();
/** How long one that was asked to go on may take, ms: several sounds can come at one moment. */
const PATIENCE = 500;

export function audible(context: AudioContext | null): AudioContext {
  if (context?.state === "running") {
    asked.delete(context);
    return context;
  }
  const since = context ? asked.get(context) : undefined;
  if (!context || context.state === "closed" || (since !== undefined && pageTime() - since > PATIENCE)) {
    if (context && context.state !== "closed") void context.close().catch(() => undefined);
    return new AudioContext();
  }
  if (since === undefined) asked.set(context, pageTime());
  context.resume().catch(() => asked.set(context, -Infinity));
  return context;
}

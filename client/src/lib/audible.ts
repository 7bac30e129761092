/**
 * An audio context that can be heard. A call or another app interrupts one on iOS (`interrupted`, which types do not know), and some stay silent
 * afterwards whatever is asked of them: one that does not go on is left behind, and the next sound has a new one.
 */
const deaf = new WeakSet<AudioContext>();

export function audible(context: AudioContext | null): AudioContext {
  if (!context || context.state === "closed" || deaf.has(context)) {
    if (context && context.state !== "closed") void context.close().catch(() => undefined);
    return new AudioContext();
  }
  if (context.state !== "running") context.resume().then(() => undefined, () => deaf.add(context));
  return context;
}

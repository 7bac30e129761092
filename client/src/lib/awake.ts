/** The screen stays awake while a part of a page is there, where the browser can do that. */

/** Keep the screen awake; what is returned lets it sleep again. */
export function awake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const hold = (): void => {
    if (over || document.hidden || !("wakeLock" in navigator)) return;
    navigator.wakeLock.request("screen").then(
      (got) => {
        if (over) void got.release();
        else lock = got;
      },
      () => undefined, // a low battery, for example
    );
  };
  // A hidden page loses it.
  document.addEventListener("visibilitychange", hold);
  hold();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", hold);
    void lock?.release();
  };
}

/** Keeps the screen on while one looks at it without touching it; where that cannot be, it sleeps. */

import { useEffect } from "preact/hooks";

export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const ask = () => {
      if (document.hidden) return;
      navigator.wakeLock
        ?.request("screen")
        .then((given) => {
          lock = given;
        })
        .catch(() => undefined);
    };
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      document.removeEventListener("visibilitychange", ask);
      void lock?.release();
    };
  }, []);
}

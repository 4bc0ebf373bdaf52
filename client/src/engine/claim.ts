/**
 * One tab of a browser has the games in hand. Another may take them over, and then the first one
 * hears so. Where the browser has no locks, as on pages without encryption, nobody is asked.
 */

const NAME = "kessel-engine";

/** False where another tab has them; `lost` is called when one takes them over later. */
export function claim(takeOver: boolean, lost: () => void): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const how = takeOver ? { steal: true } : { ifAvailable: true };
    navigator.locks
      .request(NAME, how, (lock) => {
        resolve(lock !== null);
        return lock ? new Promise<void>(() => undefined) : undefined;
      })
      .catch(() => lost());
  });
}

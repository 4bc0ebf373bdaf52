/**
 * One tab of a browser has the games in hand. Another may take them over, and then the first one
 * hears so. Where the browser has no locks, as on pages without encryption, nobody is asked.
 */

import { keep, readKept, tab } from "../kept";

const NAME = "kessel-engine";
const TAKING = "kessel.takeOver";

/** After a reload, which forgets what this tab remembers of games that went on elsewhere. */
export function takeOverAfterReload(): void {
  keep(tab, TAKING, true);
  location.reload();
}

/** Whether this page was loaded to take the games over; says so once. */
export function isTakingOver(): boolean {
  const taking = readKept(tab, TAKING) !== undefined;
  keep(tab, TAKING, undefined);
  return taking;
}

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

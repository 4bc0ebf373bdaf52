/**
 * Whether this tab sits at a table of this device, remembered over a reload: the table is here, though
 * a server may answer again by then. Where nothing may be kept, nothing is remembered.
 */

const NAME = "kessel.seated";
const TABLE_OR_REPLAY = /^\/[tr]\//;

export function rememberSeated(seated: boolean): void {
  try {
    if (seated) sessionStorage.setItem(NAME, "true");
    else sessionStorage.removeItem(NAME);
  } catch {
    // The page is told elsewhere that nothing is kept.
  }
}

/** Loads the page again at a table of this device, so that it goes on there. */
export function goOnHere(address: string): void {
  rememberSeated(true);
  location.assign(address);
}

/** Whether a page that is loaded at this address goes on at a table of this device. */
export function wasSeated(path = location.pathname): boolean {
  try {
    return sessionStorage.getItem(NAME) !== null && TABLE_OR_REPLAY.test(path);
  } catch {
    return false;
  }
}

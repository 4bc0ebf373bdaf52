/**
 * Whether this tab sits at a table of this device, remembered over a reload: the table is here, though
 * a server may answer again by then. Where nothing may be kept, nothing is remembered.
 */

import { keep, readKept, tab } from "../kept";

const NAME = "kessel.seated";
const TABLE_OR_REPLAY = /^\/[tr]\//;

export function rememberSeated(seated: boolean): void {
  keep(tab, NAME, seated || undefined);
}

/** Loads the page again at a table of this device, so that it goes on there. */
export function goOnHere(address: string): void {
  rememberSeated(true);
  location.assign(address);
}

/** Whether a page that is loaded at this address goes on at a table of this device. */
export function wasSeated(path = location.pathname): boolean {
  return readKept(tab, NAME) !== undefined && TABLE_OR_REPLAY.test(path);
}

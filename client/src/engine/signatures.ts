/** Python has no signatures in a browser, but the page does. */

import { bytesToText } from "../fairness/bytes";
import { isSignedBy } from "../fairness/keys";

export function isSigned(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return isSignedBy(bytesToText(key), message, bytesToText(signature));
}

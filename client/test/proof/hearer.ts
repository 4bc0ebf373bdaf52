/** Who hears a game in the tests: the device with the chain OURS, on a line of which nothing is known. */

import { Liveness } from "../../src/proof/liveness";
import type { Hearer } from "../../src/proof/memory";
import { OURS, tipOf } from "./server";

export function hearer(more: Partial<Hearer> = {}): Hearer {
  return {
    now: 100,
    line: new Liveness(),
    since: 0,
    waits: 0,
    isAsAgreed: () => true,
    take: (tip) => (tip === tipOf(OURS) ? OURS : null),
    wasUsed: () => false,
    ...more,
  };
}

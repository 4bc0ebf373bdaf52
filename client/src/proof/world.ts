/** What a device needs of the page around it: the line to the server, time, and the auditor's word. */

import type { ReadonlySignal } from "@preact/signals";
import { hall } from "../hall/hall";
import type { Connection } from "../net/connection";
import { canUnpack } from "../net/packed";
import type { GoAway, OfferChain, ShowLink } from "../protocol";

export type World = ReturnType<typeof worldOf>;

/** The page around a device that speaks on this line; `wrong`: a contradiction that was found, or "". */
export function worldOf(line: () => Connection, wrong: ReadonlySignal<string>) {
  return {
    wrong,
    /** Whether the person cannot see this page. */
    isHidden: () => document.hidden,
    send: (message: OfferChain | ShowLink | GoAway) => line().send(message),
    ping: () => {
      if (line().state.value === "open") line().send({ type: "ping" });
    },
    /** Asks for lines from this number on; how many were received, 0 if there was no answer. */
    askLines: (first: number) =>
      line()
        .request({ type: "lines", first, packed: canUnpack && hall.value.kind === "server" })
        .then(
          (answer) => (answer.type === "lines" ? answer.lines.length : 0),
          () => 0,
        ),
    later: (ms: number, what: () => void) => (ms ? void window.setTimeout(what, ms) : what()),
  };
}

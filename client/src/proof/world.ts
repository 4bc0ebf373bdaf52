/** The page around a device: the line to the server, time, and the auditor's word. */

import type { ReadonlySignal } from "@preact/signals";
import { hall } from "../hall/hall";
import type { Connection } from "../net/connection";
import { canUnpack } from "../net/packed";
import type { World } from "./device";

export function worldOf(line: () => Connection, wrong: ReadonlySignal<string>): World {
  return {
    wrong,
    isHidden: () => document.hidden,
    send: (message) => line().send(message),
    askLines: (first) =>
      line()
        .request({ type: "lines", first, packed: canUnpack && hall.value.kind === "server" })
        .then(
          (answer) => (answer.type === "lines" ? answer.lines.length : 0),
          () => 0,
        ),
    later: (ms, what) => (ms ? void window.setTimeout(what, ms) : what()),
  };
}

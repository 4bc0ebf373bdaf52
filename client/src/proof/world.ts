/** What a device needs of the page around it: storage, time, the line to the server, dice, files. */

import type { Rethrower } from "../engine/rethrower";
import { hall, read } from "../hall/hall";
import type { Connection } from "../net/connection";
import { download } from "../net/download";
import { canUnpack } from "../net/packed";
import type { AskLines, GoAway, OfferChain, ShowLink } from "../protocol";
import { clock } from "./clock";

export function fetchRecord(game: string): Promise<string | null> {
  return read(`games/${game}/record`, (answer) => answer.text());
}

/** Saves a text as a file on this device. */
export function saveText(name: string, text: string): void {
  download(new File([text], name, { type: "application/json" }));
}

export type World = ReturnType<typeof worldOf>;

/** The page around a device that speaks on this line, and hands games on to that rethrower. */
export function worldOf(
  line: () => Connection,
  rethrower: Rethrower,
  ponged: (number: number) => void,
) {
  const isServer = () => hall.value.kind === "server";
  return {
    /** Seconds of a clock that only goes forward. */
    now: clock(performance, Date),
    /** Whether the server can be heard. */
    isOpen: () => line().state.value === "open",
    /** Whether the person cannot see this page. */
    isHidden: () => document.hidden,
    send: (message: OfferChain | ShowLink | GoAway) => line().send(message),
    /** Sends a ping, and calls `ponged` with its number once it is answered. */
    ping: (number: number) => {
      const pong = line().request({ type: "ping" });
      pong.then(() => ponged(number)).catch(() => undefined);
    },
    /** Asks for lines; how many were received, or null if there was no answer. */
    askLines: (message: AskLines) =>
      line()
        .request({ ...message, packed: canUnpack && isServer() })
        .then(
          (answer) => (answer.type === "lines" ? answer.lines.length : 0),
          () => null,
        ),
    /** Whether dice can be thrown again on this device, and the lines of a game to do so. */
    canRethrow: () => isServer() && rethrower.isReady,
    rethrow: (game: string, first: number, lines: readonly string[]) => {
      if (isServer()) rethrower.hear(game, first, lines);
    },
    /** The record of a finished game; null if it cannot be had now. */
    record: fetchRecord,
    later: (ms: number, what: () => void) => void window.setTimeout(what, ms),
  };
}

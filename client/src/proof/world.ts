/** What the proof needs of the browser and of the line: storage, time, lines, the record of a game. */

import type { Rethrower } from "../engine/rethrower";
import { get, hall } from "../hall/hall";
import type { Connection } from "../net/connection";
import { download } from "../net/download";
import { canUnpack } from "../net/packed";
import { clock } from "./clock";
import type { World } from "./port";

export async function fetchRecord(game: string): Promise<string | null> {
  try {
    const answer = await get(`games/${game}/record`);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Saves a text as a file on this device. */
export function saveText(name: string, text: string): void {
  download(new File([text], name, { type: "application/json" }));
}

/** The page around a device that speaks on this line, and throws again by that one. */
export function worldOf(
  line: () => Connection,
  rethrower: Rethrower,
  ponged: (number: number) => void,
): World {
  const isServer = () => hall.value.kind === "server";
  return {
    now: clock(performance, Date),
    isOpen: () => line().state.value === "open",
    isHidden: () => document.hidden,
    send: (message) => line().send(message),
    ping: (number) => {
      const pong = line().request({ type: "ping" });
      pong.then(() => ponged(number)).catch(() => undefined);
    },
    askLines: (message) =>
      line()
        .request({ ...message, packed: canUnpack && isServer() })
        .then(
          (answer) => (answer.type === "lines" ? answer.lines.length : 0),
          () => null,
        ),
    canRethrow: () => isServer() && rethrower.isReady,
    rethrow: (...lines) => {
      if (isServer()) rethrower.hear(...lines);
    },
    record: fetchRecord,
    later: (ms, what) => window.setTimeout(what, ms),
    save: saveText,
  };
}

/** A wire to somebody who has to be fetched first; what happens until then is nothing. */

import type { Dial, Wire, WireEvents } from "./wire";

export function lateWire(dial: Promise<Dial>, events: WireEvents): Wire {
  let wire: Wire | null = null;
  let closed = false;
  dial.then(
    (open) => {
      if (!closed) wire = open(events);
    },
    () => {
      if (!closed) events.closed();
    },
  );
  return {
    get patience() {
      return wire?.patience;
    },
    get isOpen() {
      return wire?.isOpen ?? false;
    },
    send: (text) => wire?.send(text),
    close: () => {
      closed = true;
      wire?.close();
    },
  };
}

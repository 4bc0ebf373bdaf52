/** A wire to the referee on this device, which starts with it and ends with it. */

import type { Dial } from "../net/wire";
import type { Manifest } from "./files";
import type { FromReferee, StartReferee } from "./referee";

/** Starts the very version that is listed; its files are on this device. */
export function refereeOf(list: URL, manifest: Manifest): Dial {
  return (events) => {
    const worker = new Worker(new URL("./referee.ts", import.meta.url), { type: "module" });
    const wire = { isOpen: false, send: (text: string) => worker.postMessage(text), close };
    let ended = false;
    function close(): void {
      if (ended) return;
      ended = true;
      wire.isOpen = false;
      worker.terminate();
      queueMicrotask(() => events.closed());
    }
    const fail = (why: string) => {
      console.warn("the referee stopped:", why);
      close();
    };
    worker.onmessage = ({ data }: MessageEvent<FromReferee>) => {
      if (data.type === "told") events.received(data.text);
      else if (data.type === "failed") fail(data.why);
      else {
        wire.isOpen = true;
        events.opened();
      }
    };
    worker.onerror = (event) => fail(event.message);
    worker.postMessage({ list: list.href, manifest } satisfies StartReferee);
    return wire;
  };
}

/** A wire to a server: one WebSocket. A network that swallows the dial, or everything after it, does
 * not say so. */

import type { Dial } from "./wire";

/** In which a dial has to be answered. */
const DIAL_SECONDS = 6;
/** Without a word, though it was asked for one. */
const LOST_SECONDS = 4;

export function socketTo(url: string): Dial {
  return (events) => {
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    const giveUp = window.setTimeout(() => {
      socket.close();
      events.closed();
    }, DIAL_SECONDS * 1000);
    socket.onopen = () => {
      window.clearTimeout(giveUp);
      events.opened();
    };
    socket.onmessage = (event) => events.received(event.data);
    socket.onclose = () => {
      window.clearTimeout(giveUp);
      events.closed();
    };
    return {
      patience: LOST_SECONDS,
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      send: (text) => socket.send(text),
      close: () => {
        window.clearTimeout(giveUp);
        socket.close();
      },
    };
  };
}

export function socketUrl(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

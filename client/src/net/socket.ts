/** A wire to a server: one WebSocket. */

import type { Dial } from "./wire";

export function socketTo(url: string): Dial {
  return (events) => {
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => events.opened();
    socket.onmessage = (event) => events.received(event.data);
    socket.onclose = () => events.closed();
    return {
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  };
}

export function socketUrl(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

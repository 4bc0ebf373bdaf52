/** A wire to a server: one WebSocket, which tells nothing any more once it was closed here. */

import type { Dial } from "./wire";

/** Without a word, though it was asked for one. */
const LOST_SECONDS = 4;

/** Where `dial.js` leaves what it dialled before the page's script had come. */
interface Dialled {
  kesselSocket?: WebSocket | null;
}

/** What was dialled ahead, once, if it still may be answered. */
function takeAhead(page: Dialled, url: string): WebSocket | null {
  const ahead = page.kesselSocket;
  page.kesselSocket = null;
  return ahead?.url === url && ahead.readyState <= WebSocket.OPEN ? ahead : null;
}

export function socketTo(url: string): Dial {
  return (events) => {
    const ahead = takeAhead(window as Dialled, url);
    const socket = ahead ?? new WebSocket(url);
    let ended = false;
    const opened = () => ended || events.opened();
    socket.binaryType = "arraybuffer";
    socket.onopen = opened;
    socket.onmessage = ({ data }) => ended || events.received(data);
    socket.onclose = () => ended || events.closed();
    if (ahead?.readyState === WebSocket.OPEN) queueMicrotask(opened);
    return {
      patience: LOST_SECONDS,
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      send: (text) => socket.send(text),
      close: () => {
        ended = true;
        socket.close();
      },
    };
  };
}

export function socketUrl(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

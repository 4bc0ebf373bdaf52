/** A wire to a server: one WebSocket. A network that swallows the dial, or everything after it, does
 * not say so: so a dial that hangs gets another one beside it, and whichever is answered first counts. */

import type { Dial } from "./wire";

/** In which a dial has to be answered. */
const DIAL_SECONDS = 6;
/** After which the next one is tried beside it. */
const BESIDE_SECONDS = 2.5;
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
    const dialled = new Set<WebSocket>();
    let answered: WebSocket | null = null;
    let ended = false;
    const end = (): void => {
      ended = true;
      window.clearTimeout(giveUp);
      window.clearInterval(beside);
      for (const one of dialled) one.close();
      dialled.clear();
    };
    const failed = (): void => {
      if (ended) return;
      end();
      events.closed();
    };
    const open = (socket: WebSocket): void => {
      if (answered || ended) return;
      answered = socket;
      window.clearTimeout(giveUp);
      window.clearInterval(beside);
      for (const one of dialled) if (one !== socket) one.close();
      dialled.clear();
      dialled.add(socket);
      events.opened();
    };
    const dial = (socket = new WebSocket(url)): void => {
      socket.binaryType = "arraybuffer";
      dialled.add(socket);
      socket.onopen = () => open(socket);
      socket.onmessage = (event) => {
        if (answered === socket) events.received(event.data);
      };
      socket.onclose = () => {
        if (dialled.delete(socket) && !dialled.size) failed();
      };
    };
    const giveUp = window.setTimeout(failed, DIAL_SECONDS * 1000);
    const beside = window.setInterval(() => dial(), BESIDE_SECONDS * 1000);
    const ahead = takeAhead(window as Dialled, url);
    dial(ahead ?? undefined);
    if (ahead?.readyState === WebSocket.OPEN) queueMicrotask(() => open(ahead));
    return {
      patience: LOST_SECONDS,
      get isOpen() {
        return answered?.readyState === WebSocket.OPEN;
      },
      send: (text) => answered?.send(text),
      close: end,
    };
  };
}

export function socketUrl(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

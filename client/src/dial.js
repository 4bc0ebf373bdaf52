/**
 * A script of its own that comes long before the page's: it dials the server, so that the line is
 * open when the page begins. `net/socket.ts` takes it, or has dialled itself if this comes last.
 */

if (!("kesselSocket" in window)) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  window.kesselSocket = new WebSocket(`${scheme}://${location.host}/ws`);
}

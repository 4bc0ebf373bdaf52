/** Keeps the built page on the device: the shell opens without a network and says so itself. */

const CACHE = "kessel-__VERSION__";
const FILES = ["__FILES__"];
const PAGES = /^\/(t\/|r\/|referee|$)/;
/** What the server says of the editions: without it there are no rules to read. */
const EDITIONS = "/api/editions";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(["/", EDITIONS, ...FILES.map((name) => `/${name}`)]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && PAGES.test(url.pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match("/")));
  } else if (url.pathname === EDITIONS) {
    event.respondWith(fetch(event.request).catch(() => caches.match(EDITIONS)));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
  }
});

/**
 * Keeps the built page on the device: the shell opens without a network and says so itself. The
 * engine, with which games go on without a network, is kept by the page when somebody wishes so.
 */

const CACHE = "kessel-__VERSION__";
/** Kept by the page (`engine/offline.ts`); this worker only looks into it. */
const ENGINE = "kessel-engine";
const FILES = ["__FILES__"];
/** The folder in which the page lies. */
const HOME = new URL("./", self.location.href);
const PAGES = /^(t\/|r\/|referee|$|index\.html$)/;
/** What the server says of the editions: without it there are no rules to read. */
const EDITIONS = "api/editions";
const SHELL = ["__SHELL__"];
/** A network that says nothing for so long is as good as none. */
const PATIENCE_MS = 3000;

/** The newest, where the network has it; else, or where it takes too long, what is kept. */
async function newest(request, kept) {
  const answer = fetch(request);
  const known = () => caches.match(kept);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const instead = late.then(known).then((found) => found ?? answer);
  return Promise.race([answer.catch(known), instead]);
}

/** One after the other, so that a slow line is free for the game; what came before stays. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  for (const name of [...SHELL, ...FILES]) {
    const address = new URL(name, HOME).href;
    if (!(await cache.match(address))) await cache.add(address);
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name !== CACHE && name !== ENGINE))
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** "Your turn" leads to the table where it is. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const table = pages.find((page) => page.url === event.notification.data) ?? pages[0];
      return table?.focus();
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(HOME.href)) return;
  const path = url.pathname.slice(HOME.pathname.length);
  if (event.request.mode === "navigate" && PAGES.test(path)) {
    event.respondWith(newest(event.request, HOME.href));
  } else if (path === EDITIONS || path === "engine/engine.json") {
    event.respondWith(newest(event.request, event.request));
  } else if (FILES.includes(path) || path.startsWith("engine/")) {
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
  }
});

/**
 * The build puts this before the script of the page: the name in index.html is drawn first, and not
 * only when all of the script has run. A tab in the background draws nothing, and must not wait.
 */

const PATIENCE_MS = 200;

if (!document.hidden && !performance.getEntriesByName("first-contentful-paint").length)
  await new Promise((drawn) => {
    setTimeout(drawn, PATIENCE_MS);
    // Called before a frame is drawn; the task that it asks for comes after.
    requestAnimationFrame(() => setTimeout(drawn));
  });

/** Whether the page is used by keys or by hand: what has the focus is framed only for keys. */

export function watchInput(page: Window): void {
  const { dataset } = page.document.documentElement;
  page.addEventListener("keydown", () => (dataset.input = "keys"), true);
  page.addEventListener("pointerdown", () => (dataset.input = "hand"), true);
}

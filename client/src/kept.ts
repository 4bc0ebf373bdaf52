/** What the browser keeps under a name, as JSON. It may refuse to, and even to be asked: then nothing
 * is kept. */

/** As much of the browser's storage as is needed. */
export type Drawer = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export const browser = (): Drawer => localStorage;
/** For as long as this tab is open, also when its page is loaded again. */
export const tab = (): Drawer => sessionStorage;

/** Undefined where nothing is kept, or nothing that can be read. */
export function readKept(drawer: () => Pick<Drawer, "getItem">, name: string): unknown {
  try {
    return JSON.parse(drawer().getItem(name) ?? "");
  } catch {
    return undefined;
  }
}

/** Undefined forgets; false where the browser refuses. */
export function keep(drawer: () => Drawer, name: string, value: unknown): boolean {
  try {
    if (value === undefined) drawer().removeItem(name);
    else drawer().setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

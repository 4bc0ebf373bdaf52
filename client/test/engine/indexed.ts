/** As much of IndexedDB as the engine's shelf needs: ordered keys, transactions, all or nothing. */

type Done = (() => void) | null;

class Request<T> {
  onsuccess: Done = null;
  onerror: Done = null;
  onupgradeneeded: Done = null;
  error: DOMException | null = null;

  constructor(readonly result: T) {
    queueMicrotask(() => {
      this.onupgradeneeded?.();
      this.onsuccess?.();
    });
  }
}

interface Range {
  readonly from: string;
  readonly to: string;
}

class Transaction {
  oncomplete: Done = null;
  onabort: Done = null;
  error: DOMException | null = null;
  readonly #disk: Disk;
  readonly #things: Map<string, unknown>;
  /** What is changed on disk at its end, whatever others changed meanwhile. */
  readonly #changes: ((things: Map<string, unknown>) => void)[] = [];

  constructor(disk: Disk) {
    this.#disk = disk;
    this.#things = new Map(disk.things);
    setTimeout(() => this.#finish());
  }

  objectStore() {
    const things = this.#things;
    const inside = ({ from, to }: Range) =>
      [...things.keys()].filter((name) => name >= from && name <= to).sort();
    return {
      transaction: this,
      get: (name: string) => new Request(things.get(name)),
      getAllKeys: (range: Range) => new Request(inside(range)),
      getAll: (range: Range) => new Request(inside(range).map((name) => things.get(name))),
      put: (thing: unknown, name: string) => this.#change((all) => void all.set(name, thing)),
      delete: (what: string | Range) => {
        const names = typeof what === "string" ? [what] : inside(what);
        this.#change((all) => names.forEach((name) => void all.delete(name)));
      },
    };
  }

  #change(change: (things: Map<string, unknown>) => void): void {
    change(this.#things);
    this.#changes.push(change);
  }

  #finish(): void {
    if (this.#disk.full !== undefined) {
      this.error = this.#disk.full;
      this.onabort?.();
    } else {
      for (const change of this.#changes) change(this.#disk.things);
      this.oncomplete?.();
    }
  }
}

/** What is on disk; with `full` nothing more gets there, for that reason or for none. */
export class Disk {
  things = new Map<string, unknown>();
  full: DOMException | null | undefined = undefined;

  readonly indexedDB = {
    open: () =>
      new Request({
        createObjectStore: () => undefined,
        transaction: () => new Transaction(this),
        close: () => undefined,
      }),
  };
  readonly IDBKeyRange = { bound: (from: string, to: string): Range => ({ from, to }) };
}

/**
 * The browser's database as an ordered shelf of named things. A writing is a transaction that is on
 * disk when its promise comes back; it is made only where its guard holds.
 */

type Thing = string | Uint8Array;

const NAME = "kessel";
const STORE = "things";
/** Behind every name that begins with a prefix. */
const LAST = "\uffff";

export class Database {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  /** Rejects where the browser keeps nothing for this page. */
  static async open(name = NAME): Promise<Database> {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    return new Database(await answered(opening));
  }

  get(name: string): Promise<Thing | undefined> {
    return answered(this.#store("readonly").get(name));
  }

  async scan(prefix: string): Promise<[string, Thing][]> {
    const store = this.#store("readonly");
    const [names, things] = await Promise.all([
      answered(store.getAllKeys(within(prefix))),
      answered(store.getAll(within(prefix))),
    ]);
    return names.map((name, k) => [String(name), things[k]]);
  }

  async names(prefix: string): Promise<string[]> {
    const names = this.#store("readonly").getAllKeys(within(prefix));
    return (await answered(names)).map(String);
  }

  /** False, and nothing is written, where what is kept under `guard` is not `expected`. */
  async put(
    names: readonly string[],
    things: readonly Thing[],
    guard?: string,
    expected?: string | null,
  ): Promise<boolean> {
    const store = this.#store("readwrite");
    const done = finished(store.transaction);
    const found = guard === undefined ? expected : await answered(store.get(guard));
    const holds = (found ?? undefined) === (expected ?? undefined);
    if (holds) names.forEach((name, k) => void store.put(things[k], name));
    await done;
    return holds;
  }

  async remove(name: string): Promise<void> {
    const store = this.#store("readwrite");
    store.delete(name);
    await finished(store.transaction);
  }

  async drop(prefixes: readonly string[]): Promise<void> {
    const store = this.#store("readwrite");
    const done = finished(store.transaction);
    for (const prefix of prefixes) store.delete(within(prefix));
    await done;
  }

  close(): void {
    this.#database.close();
  }

  #store(mode: IDBTransactionMode): IDBObjectStore {
    return this.#database.transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
  }
}

function within(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, prefix + LAST);
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException("not written", "AbortError"));
  });
}

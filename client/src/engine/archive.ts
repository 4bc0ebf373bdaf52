/**
 * Stories on this device: the browser's database as a shelf of texts that are written in order, a few
 * tables only. Where it refuses or is slow, what is to be written waits, and nobody waits for it; so
 * of what was put last something may be lost with the page, but never anything before.
 */

import { browser, keep, readKept } from "../kept";
import { Database } from "./database";

const NAME = "kessel-stories";
let last = 0;
const STORY = "story/";
const GAME = "game/";
/** Tables whose stories are kept: at each of them a game was played, or more. */
export const MOST_TABLES = 20;

/** Where a part of a table's story stands: parts come in the order in which they began. */
export interface Part {
  readonly table: string;
  readonly name: string;
}

const folder = (table: string) => `${STORY}${encodeURIComponent(table)}/`;

export class Archive {
  #database: Promise<Database | null> | null = null;
  /** What is to be written, with its name, in order. */
  #waiting: [name: string, text: string][] = [];
  #isWriting = false;
  #numbers = new Map<string, number>();
  /** False once the browser refused something. */
  persists = true;

  /** A new part behind all others of its table. */
  part(table: string): Part {
    const chance = Math.random().toString(36).slice(2, 10);
    void this.#forgetOld(table).catch(() => undefined);
    return { table, name: `${folder(table)}${moment()}-${chance}/` };
  }

  /** Puts a line behind the others of its part. */
  add(part: Part, line: string): void {
    const number = (this.#numbers.get(part.name) ?? 0) + 1;
    this.#numbers.set(part.name, number);
    this.#put(part.name + number.toString().padStart(9, "0"), line);
  }

  /** At which table a game is played. */
  noteGame(game: string, table: string): void {
    this.#put(GAME + encodeURIComponent(game), table);
  }

  async tableOf(game: string): Promise<string | null> {
    const database = await this.#opened();
    const table = await database?.get(GAME + encodeURIComponent(game)).catch(() => undefined);
    return typeof table === "string" ? table : null;
  }

  /** The parts of a table's story that are kept, with their lines. */
  async parts(table: string): Promise<Map<string, string[]>> {
    const database = await this.#opened();
    const things = (await database?.scan(folder(table)).catch(() => [])) ?? [];
    const parts = new Map<string, string[]>();
    for (const [name, line] of things) {
      const part = name.slice(0, name.lastIndexOf("/") + 1);
      const lines = parts.get(part) ?? [];
      lines.push(String(line));
      parts.set(part, lines);
    }
    return parts;
  }

  #opened(): Promise<Database | null> {
    this.#database ??= open();
    return this.#database;
  }

  #put(name: string, text: string): void {
    this.#waiting.push([name, text]);
    if (!this.#isWriting) void this.#write();
  }

  /** What is refused waits for the next line: it may be written then. */
  async #write(): Promise<void> {
    this.#isWriting = true;
    const database = await this.#opened();
    while (database && this.#waiting.length) {
      const some = this.#waiting;
      this.#waiting = [];
      const [names, texts] = [some.map(([name]) => name), some.map(([, text]) => text)];
      const done = await database.put(names, texts).catch(() => false);
      if (done) continue;
      this.#waiting = [...some, ...this.#waiting];
      break;
    }
    this.persists = !this.#waiting.length;
    this.#isWriting = false;
  }

  /** Tables to which nobody came for longest are forgotten, but not this one. */
  async #forgetOld(but: string): Promise<void> {
    const database = await this.#opened();
    const newest = new Map<string, string>();
    for (const name of (await database?.names(STORY)) ?? []) {
      const [, table = "", began = ""] = name.split("/");
      if (began > (newest.get(table) ?? "")) newest.set(table, began);
    }
    newest.delete(encodeURIComponent(but));
    const byAge = [...newest].sort(([, one], [, other]) => (one < other ? 1 : -1));
    const gone = byAge.slice(MOST_TABLES - 1).map(([table]) => decodeURIComponent(table));
    if (!database || !gone.length) return;
    const games = await database.scan(GAME);
    const theirs = games.filter(([, table]) => gone.includes(String(table)));
    await database.drop([...gone.map(folder), ...theirs.map(([name]) => name)]);
  }
}

/** Behind every other of this browser, also where the clock was set back. */
function moment(): string {
  const kept = Number(readKept(browser, NAME)) || 0;
  last = Math.max(Date.now(), kept + 1, last + 1);
  keep(browser, NAME, last);
  return last.toString().padStart(15, "0");
}

/** Null where the browser keeps nothing for this page, or says so in whatever way it likes. */
async function open(): Promise<Database | null> {
  try {
    return await Database.open(NAME);
  } catch {
    return null;
  }
}

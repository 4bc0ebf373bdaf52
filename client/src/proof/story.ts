/**
 * The story of a table: everything that this page heard and said there, in order, from what was shown
 * when its person sat down (docs/reference/proof.md). What people look at stands in it, so whoever
 * judges it judges that. It is kept on this device, and what is saved of it is made here.
 */

import { Archive, type Part } from "../engine/archive";
import { saveText } from "../net/download";
import type { ClientMessage, Joined, ServerMessage } from "../protocol";

/** Letters of a table's story; what comes behind them is not kept, and the story says so. */
export const MOST_LETTERS = 16_000_000;

/** What belongs to no table, or to no game. */
const ELSEWHERE: ReadonlySet<string> = new Set<(ClientMessage | ServerMessage)["type"]>([
  ...(["hello", "welcome", "ping", "pong", "look", "lobby", "seeking", "standing"] as const),
  ...(["open_code", "code", "find", "found", "daily", "best", "post_daily"] as const),
  ...(["referee_open", "referee_send", "referee"] as const),
]);
/** By which one comes to a table. */
const COMING: ReadonlySet<string> = new Set<ClientMessage["type"]>([
  ...(["create", "join", "seek", "resume", "watch"] as const),
]);
/** What would let somebody else have the seats is kept nowhere here; in a wish for them its key, too. */
const SECRET: ReadonlySet<string> = new Set(["token", "tokens"]);

const CUT = JSON.stringify({ cut: "size" });

interface Said {
  readonly type: string;
  readonly ref?: number | null;
  readonly signer?: string | null;
  readonly key?: string | null;
}

export class Story {
  /** Hears every line that is added. */
  added: (line: string) => void = () => undefined;
  readonly #archive: Archive;
  readonly #hostOf: (table: string) => string | null;
  /** Of this page, with their lines, which may not be kept yet. */
  readonly #here = new Map<Part, string[]>();
  #part: Part | null = null;
  /** By what its person came, and what was said to come since and is not answered. */
  #came: readonly Said[] = [];
  #game = "";
  #letters = 0;
  #isCut = false;

  /** `hostOf`: the fingerprint in the invitation to a table. */
  constructor(hostOf: (table: string) => string | null, archive = new Archive()) {
    this.#hostOf = hostOf;
    this.#archive = archive;
  }

  get table(): string | null {
    return this.#part?.table ?? null;
  }

  /** Before it is sent. */
  said(message: Said): void {
    if (COMING.has(message.type)) this.#came = [...this.#came, message];
    else if (!ELSEWHERE.has(message.type)) this.#add({ said: message });
  }

  /** Before anybody else hears it. */
  heard(message: ServerMessage): void {
    if (ELSEWHERE.has(message.type)) return;
    if (message.type === "joined") this.#begin(message);
    this.#add({ heard: message });
    if (message.type === "left") this.#part = null;
    const game = gameOf(message);
    if (!this.#part || !game || game === this.#game) return;
    this.#game = game;
    this.#archive.noteGame(game, this.#part.table);
  }

  /** The story of a table as far as it is known, line by line. `then` is called at the same moment:
   * from there on `added` hears what follows. */
  async of(table: string, then: () => void = () => undefined): Promise<string[]> {
    const parts = await this.#archive.parts(table);
    for (const [part, lines] of this.#here) if (part.table === table) parts.set(part.name, lines);
    const names = [...parts.keys()].sort();
    const [head, ...more] = names.flatMap((name) => parts.get(name) ?? []);
    then();
    return head === undefined ? [] : [firstOf(head), ...more];
  }

  /** At which table a game was played, as far as this device was there. */
  async tableOf(game: string): Promise<string | null> {
    return (game === this.#game && this.table) || this.#archive.tableOf(game);
  }

  /** The story of the table of a game; empty if this device was not there. */
  async ofGame(game: string): Promise<string[]> {
    const table = await this.tableOf(game);
    return table ? this.of(table) : [];
  }

  /** Saves it as a file: what this device kept, without asking anybody. */
  async save(game: string): Promise<void> {
    const lines = await this.ofGame(game);
    if (lines.length) saveText(`${game}.story.jsonl`, `${lines.join("\n")}\n`);
  }

  /** This person comes to a table, or comes back. */
  #begin({ table, seats, ref }: Joined): void {
    const asked = this.#came.findIndex((one) => one.ref === ref);
    this.#came = this.#came.slice(asked); // the last, where it answers nothing
    if (this.table !== table) this.#goTo(table);
    this.#part = this.#archive.part(table);
    this.#here.set(this.#part, []);
    const { key: _wish, ...said } = this.#came[0] ?? { type: "" };
    const signer = said.signer ?? null;
    const shown = { said: JSON.parse(textOf(said)), host: this.#hostOf(table) };
    const held = seats.map(({ seat }) => seat);
    this.#addText(JSON.stringify({ again: { table, key: signer, seats: held, shown } }));
  }

  /** What is kept of other tables need not be at hand. */
  #goTo(table: string): void {
    if (this.#archive.persists) this.#here.clear();
    this.#letters = 0;
    this.#isCut = false;
    this.#game = "";
    void this.of(table).then((lines) => {
      if (this.table !== table) return;
      this.#letters = lines.reduce((sum, line) => sum + line.length, 0);
    });
  }

  #add(what: object): void {
    this.#addText(textOf(what));
  }

  #addText(line: string): void {
    if (!this.#part || this.#isCut) return;
    this.#letters += line.length;
    this.#isCut = this.#letters > MOST_LETTERS;
    const kept = this.#isCut ? CUT : line;
    this.#here.get(this.#part)?.push(kept);
    this.#archive.add(this.#part, kept);
    this.added(kept);
  }
}

function gameOf(message: ServerMessage): string | null {
  if (message.type === "lines") return message.game;
  return message.type === "snapshot" ? (message.game?.game ?? null) : null;
}

/** As JSON, without what is nobody else's business. */
function textOf(what: object): string {
  return JSON.stringify(what, (name, value) => (SECRET.has(name) ? undefined : value));
}

/** A story begins with its own head. */
function firstOf(line: string): string {
  const { again } = JSON.parse(line) as { again?: object };
  return again ? JSON.stringify({ story: 1, ...again }) : line;
}

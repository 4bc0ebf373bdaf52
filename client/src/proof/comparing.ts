/** The record of a finished game, asked for until it is there and held against what this device saw. */

import { addLine, markOf } from "../fairness/transcript";
import type { Ledger } from "./ledger";
import { closed, found, type Memory } from "./memory";
import type { World } from "./world";

const TRIES = 4;
const AGAIN = 2500;
const NOTE = /^ {2}@ (\S+) (.*)$/;
const RESULT = /\nresult (?!unfinished\n)\S+\n$/;
/** A mark begins with half of a digest; less of it could be that of another game. */
const HEADER_MARK = /^note mark ([0-9a-f]{32}) /m;

/** What compares the game that has `ended`: it is null unless it is said to be over and was heard whole.
 * A fault is said, and kept. */
export function comparing(
  world: World,
  ended: () => Memory | null,
  keep: (memory: Memory) => void,
): () => void {
  let game = "";
  const ask = (memory: Memory, tries: number): void => {
    game = memory.game;
    void world.record(game).then((text) => {
      const now = ended();
      if (text !== null && now?.game === memory.game && now.ledger && now.record === null) {
        const differs = differsAt(text, now.ledger);
        if (differs !== null) return keep(closed(found(now, "record", differs), false));
        // That the game is over is the server's word; only a record with a result ends it.
        if (isFinished(text)) return keep(closed(now, true));
      }
      world.later(AGAIN, () => compare(tries - 1));
    });
  };
  const compare = (tries = TRIES): void => {
    const memory = ended();
    if (game === memory?.game && tries === TRIES) return;
    game = "";
    if (memory?.record === null && tries) ask(memory, tries);
  };
  return () => compare();
}

/** Whether a record tells a whole game, to its result. */
export function isFinished(text: string): boolean {
  return RESULT.test(text);
}

/** The lines of the transcript after the first, as the notes of a record have them. */
export function recordLines(text: string): string[] {
  return text.split("\n").flatMap((row) => {
    const [, kind = "mark", value = ""] = NOTE.exec(row) ?? [];
    if (kind === "mark") return [];
    return [`{"type":"${kind}"${value === "{}" ? "" : ","}${value.slice(1)}`];
  });
}

/** The throw in which a record tells another game than the one that was seen; null if in none. */
export function differsAt(text: string, ledger: Ledger): number | null {
  const header = HEADER_MARK.exec(text)?.[1] ?? "";
  if (!header || !ledger.begun.startsWith(header)) return 0;
  let throws = 0;
  let digest = ledger.begun;
  const lines = recordLines(text);
  for (const [index, line] of lines.entries()) {
    digest = addLine(digest, line);
    if (ledger.marks[index + 1] !== markOf(line)) return throws;
    if (line.startsWith('{"type":"land"')) throws++;
  }
  return digest === ledger.digest ? null : throws;
}

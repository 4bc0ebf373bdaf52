/** The record of a finished game, as far as this device can hold it against what it saw. Pure. */

import { addLine, markOf } from "../fairness/transcript";
import type { Ledger } from "./ledger";

const NOTE = /^ {2}@ (\S+) (.*)$/;
const RESULT = /\nresult (?!unfinished\n)\S+\n$/;
/** A mark begins with half of a digest; less of it could be that of another game. */
const HEADER_MARK = /^note mark ([0-9a-f]{32}) /m;

/** The lines of the transcript after the first, as the notes of a record have them. */
export function recordLines(text: string): string[] {
  return text.split("\n").flatMap((row) => {
    const [, kind = "mark", value = ""] = NOTE.exec(row) ?? [];
    if (kind === "mark") return [];
    return [`{"type":"${kind}"${value === "{}" ? "" : ","}${value.slice(1)}`];
  });
}

/** Whether a record tells a whole game, to its result. */
export function isFinished(text: string): boolean {
  return RESULT.test(text);
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

/** Asks the hall to check a finished game. */

import { language } from "../i18n";
import { read } from "./hall";

export interface CheckedRecord {
  readonly good: boolean;
  /** What was checked, or what is wrong, in the reader's language. */
  readonly said: readonly string[];
}

/** Null where there is no answer. */
export function checkRecord(game: string): Promise<CheckedRecord | null> {
  return read<CheckedRecord>(`games/${game}/check/${language.value}`);
}

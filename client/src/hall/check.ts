/** Asks the hall to check a finished game. */

import { language } from "../i18n";
import { get } from "./hall";

export interface CheckedRecord {
  readonly good: boolean;
  /** What was checked, or what is wrong, in the reader's language. */
  readonly said: readonly string[];
}

/** Null where there is no answer. */
export async function checkRecord(game: string): Promise<CheckedRecord | null> {
  try {
    const answer = await get(`games/${game}/check/${language.value}`);
    return answer.ok ? ((await answer.json()) as CheckedRecord) : null;
  } catch {
    return null;
  }
}

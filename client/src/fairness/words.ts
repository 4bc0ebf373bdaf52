/** What is wrong, in the reader's language: each sentence names the throw, as people count. */

import { type Key, t } from "../i18n";
import type { Finding } from "./memory";

export function wrongText({ wrong, throw: number }: Finding): string {
  return t(`fair.wrong.${wrong}` as Key, { number: number + 1 });
}

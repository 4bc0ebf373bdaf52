/** What is wrong, in the reader's language: each sentence names the throw, as people count. */

import { hall } from "../hall/hall";
import { maybe, t } from "../i18n";
import type { Finding } from "./memory";

export function wrongText({ wrong, throw: number }: Finding): string {
  const params = { number: number + 1 };
  const here = isHere() ? maybe(`fair.wrongHere.${wrong}`, params) : null;
  return here ?? t(`fair.wrong.${wrong}`, params);
}

/** A game on this device has no server that could be blamed. */
function isHere(): boolean {
  return hall.value.kind === "device";
}

/** What a refusal says to people, by its code; this device has words of its own for some. */

import { hall } from "../hall/hall";
import { maybe, t } from "../i18n";

export function refusalText(code: string): string {
  const own = hall.value.kind === "device" ? maybe(`error.device.${code}`) : null;
  return own ?? maybe(`error.${code}`) ?? t("error.other");
}

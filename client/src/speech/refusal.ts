/** What a refusal says to people, by its code; this device has words of its own for some. */

import { maybe, t } from "../i18n";
import { house } from "../net/house";

export function refusalText(code: string): string {
  const own = house.value.kind === "device" ? maybe(`error.device.${code}`) : null;
  return own ?? maybe(`error.${code}`) ?? t("error.other");
}

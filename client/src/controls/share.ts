/** Gives a link away: through the device's own menu, the clipboard, or by hand. */

import { t } from "../i18n";
import { say } from "../store";

export async function shareLink(url: string, title: string): Promise<void> {
  if (navigator.share && window.matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ url, title }).catch(() => undefined);
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    say(t("lobby.copied"));
  } catch {
    window.prompt(t("lobby.link"), url);
  }
}

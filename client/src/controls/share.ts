/** Gives a link, a text or a file away: through the device's own menu, the clipboard, or by hand. */

import { t } from "../i18n";
import { download } from "../net/download";
import type { Session } from "../session";

export async function shareLink(session: Session, url: string, title: string): Promise<void> {
  await give(session, { url, title }, url, t("lobby.link"));
}

/** With pictures, where the device's own menu takes one. */
export async function shareText(
  session: Session,
  text: string,
  label: string,
  pictures: readonly File[] = [],
): Promise<void> {
  const both = { text, files: [...pictures] };
  const takes = pictures.length > 0 && navigator.canShare?.(both);
  await give(session, takes ? both : { text }, text, label);
}

async function give(
  session: Session,
  shared: ShareData,
  copied: string,
  label: string,
): Promise<void> {
  if (navigator.share && window.matchMedia("(pointer: coarse)").matches) {
    await navigator.share(shared).catch(() => undefined);
    return;
  }
  try {
    await navigator.clipboard.writeText(copied);
    session.say(t("lobby.copied"));
  } catch {
    window.prompt(label, copied);
  }
}

/** Through the device's own menu where it takes files, else as a download. */
export async function shareFile(session: Session, file: File): Promise<void> {
  if (window.matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    const refused = await navigator.share({ files: [file] }).catch((error: Error) => error);
    // Closed by whoever opened it; else it came too late after the tap for the browser to allow it.
    if (!refused || refused.name === "AbortError") return;
  }
  download(file);
  session.say(t("share.saved", { name: file.name }));
}

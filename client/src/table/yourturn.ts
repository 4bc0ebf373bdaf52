/**
 * Calls somebody back whose turn it is: by the tab's title and icon, and if they look elsewhere by a
 * tone of their own, the phone's buzz, and a notification if they allowed one.
 */

import { useEffect } from "preact/hooks";
import { BADGE_INK, badgeOf } from "../game/people";
import { t } from "../i18n";
import { useSession } from "../session";
import { haptics, notifies } from "../settings";
import { editionName } from "../speech/sentences";
import { director } from "./display";

const BUZZ_MS = [60, 70, 60];
/** One notification at a time. */
const TAG = "kessel-turn";

export function useYourTurn(): void {
  const { acting, handTo, table } = useSession().page;
  const seat = acting.value ?? handTo.value;
  const edition = table.value.info?.edition;
  useEffect(() => {
    if (seat === null || edition === undefined) return;
    return callBack(window, seat, t("turn.yours", { edition: editionName(edition) }));
  }, [seat, edition]);
}

/** Marks the tab, and calls whoever does not see it; what comes back ends that. */
export function callBack(page: Window, seat: number, text: string): () => void {
  const { document, navigator } = page;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const [title, plain] = [document.title, icon?.href];
  document.title = text;
  if (icon) icon.href = iconOf(seat);
  let ended = false;
  if (document.hidden) {
    director.value?.arena.sound.call(seat);
    if (haptics.value) navigator.vibrate?.(BUZZ_MS);
    if (notifies.value) void notify(page, text).then(() => (ended ? withdraw(page) : undefined));
  }
  return () => {
    ended = true;
    document.title = title;
    if (icon && plain) icon.href = plain;
    void withdraw(page);
  };
}

/** The sign of a seat, as a picture in an address. */
export function iconOf(seat: number): string {
  const { colour, shape } = badgeOf(seat);
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="${colour}"/><path d="${shape}" fill="${BADGE_INK}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}

/** Whether this browser can show notifications: phones do so through the page's worker alone. */
export function canNotify(page: Window): boolean {
  return "Notification" in page && "serviceWorker" in page.navigator;
}

/** Asks the person, if the browser has not done so before. */
export async function mayNotify(): Promise<boolean> {
  return (await Notification.requestPermission()) === "granted";
}

async function notify(page: Window, text: string): Promise<void> {
  const worker = await page.navigator.serviceWorker?.getRegistration();
  const options = { tag: TAG, icon: "icon-192.png", data: page.location.href };
  await worker?.showNotification(text, options).catch(() => undefined); // forbidden since then
}

async function withdraw(page: Window): Promise<void> {
  const worker = await page.navigator.serviceWorker?.getRegistration();
  for (const one of (await worker?.getNotifications({ tag: TAG })) ?? []) one.close();
}

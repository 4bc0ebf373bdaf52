/** Where a link to this page works for others: the server knows its address in the local network. And
 * what stands behind the # of such a link, which no server is told. */

import { computed, signal } from "@preact/signals";
import { isFingerprint } from "../fairness/keys";
import { SERVERLESS } from "./hall";

export interface Invitation {
  /** What links to give away begin with. */
  readonly origin: string;
  /** Who can open them: others, or only this computer; null until the server has said so. */
  readonly opensFor: "others" | "here" | null;
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/;

const told = signal<Invitation | null>(null);

/** What the page that the command opened knows, and asks by that others be let in. */
const KEY = "kessel.key";
const key = signal<string | null>(null);

/** Takes the key from the address, where nobody reads it any more, or from what this tab kept. */
export function takeKey(at: Location): void {
  const found = /^#key\.(.+)$/.exec(at.hash)?.[1];
  if (found) history.replaceState(null, "", at.pathname + at.search);
  try {
    if (found) sessionStorage.setItem(KEY, found);
    key.value = sessionStorage.getItem(KEY);
  } catch {
    key.value = found ?? null; // known until the page is loaded again
  }
}

/** Whether this page may let in others in the network. */
export const mayLetIn = computed(() => key.value !== null);

/** Lets in others in the network; false where this computer is in none. A server that was started
 * anew does not know this page any more. */
export async function letIn(get: typeof fetch = fetch): Promise<boolean> {
  const headers = { "x-kessel-key": key.value ?? "" };
  const answer = await get("/api/door", { method: "POST", headers });
  if (answer.status === 403) key.value = null;
  if (!answer.ok) return answer.status !== 409;
  const { origin } = (await answer.json()) as { origin: string };
  told.value = { origin, opensFor: "others" };
  return true;
}

/** Until the server has said better, a page's own address. */
export function invitation({ origin, hostname } = location): Invitation {
  return told.value ?? { origin, opensFor: LOOPBACK.test(hostname) ? null : "others" };
}

/** Asks the server how others reach it; a page that is open under a name of its own knows. */
export async function loadInvitation(
  hostname = location.hostname,
  get: typeof fetch = fetch,
): Promise<void> {
  if (SERVERLESS || !LOOPBACK.test(hostname)) return;
  try {
    const answer = await get("/api/invitation");
    if (!answer.ok) return;
    const { origin } = (await answer.json()) as { origin: string | null };
    told.value = { origin: origin ?? location.origin, opensFor: origin ? "others" : "here" };
  } catch {
    // The line already says that the server is away.
  }
}

/** What stands behind the # of a table's address: a seat with its key, or the host's fingerprint. */
export interface Behind {
  readonly token: string | null;
  readonly secret: string | null;
  readonly host: string | null;
}

export function readBehind(text: string | null): Behind {
  if (text && isFingerprint(text)) return { token: null, secret: null, host: text };
  const [token = null, secret = null] = text?.split(".") ?? [];
  return { token, secret, host: null };
}

/** A seat that is moved to another device, together with its key. */
export function seatBehind(token: string, secret: string | null): string {
  return `${token}.${secret ?? ""}`;
}

/** Where a link to this page works for others: the server knows its address in the local network. */

import { signal } from "@preact/signals";
import { SERVERLESS } from "./hall";

export interface Invitation {
  /** What links to give away begin with. */
  readonly origin: string;
  /** Who can open them: others, or only this computer; null until the server has said so. */
  readonly opensFor: "others" | "here" | null;
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/;

const told = signal<Invitation | null>(null);

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

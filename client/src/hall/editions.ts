/** What the server says about each edition: its options, its booklets. Asked for once. */

import { signal } from "@preact/signals";
import type { EditionView } from "../protocol";
import { get } from "./hall";

export const editions = signal<readonly EditionView[]>([]);

export async function loadEditions(): Promise<void> {
  if (editions.value.length) return;
  try {
    const answer = await get("editions");
    if (answer.ok) editions.value = (await answer.json()) as EditionView[];
  } catch {
    // Without them the usual rules are played; the line already says that the server is away.
  }
}

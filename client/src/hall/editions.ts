/** What the server says about each edition: its options, its booklets. Asked for once. */

import { signal } from "@preact/signals";
import type { EditionView } from "../protocol";
import { read } from "./hall";

export const editions = signal<readonly EditionView[]>([]);

export async function loadEditions(): Promise<void> {
  // Without them the usual rules are played; the line already says that the server is away.
  if (!editions.value.length)
    editions.value = (await read<EditionView[]>("editions")) ?? editions.value;
}

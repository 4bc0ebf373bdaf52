/** The answers that Python and the page must both give. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface ChainAnswers {
  readonly secret: string;
  readonly tip: string;
  readonly "link 1": string;
  readonly "link 17": string;
}

interface Known {
  readonly server: ChainAnswers;
  readonly device: ChainAnswers;
  readonly lines: readonly string[];
  readonly digest: string;
  readonly seal: string;
  readonly throw: {
    readonly table: string;
    readonly number: number;
    readonly attempt: number;
    readonly "server link": number;
    readonly "device links": readonly string[];
    readonly seed: string;
  };
}

const FILE = join(import.meta.dirname, "../../../tests/fairness/known.json");
export const known: Known = JSON.parse(readFileSync(FILE, "utf8"));

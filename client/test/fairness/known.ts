/** The answers that Python and the page must both give. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface ChainAnswers {
  readonly secret: string;
  readonly tip: string;
  readonly "link 1": string;
  readonly "link 17": string;
}

/** Something that is signed, with the numbers and texts it is about. */
export interface SignedAnswer {
  readonly what: string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has fields of its own
  readonly given: any;
  readonly bytes: string;
  readonly sign: string;
}

interface Known {
  readonly server: ChainAnswers;
  readonly device: ChainAnswers;
  readonly lines: readonly string[];
  readonly thin: { readonly whole: readonly string[]; readonly sent: readonly string[] };
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
  readonly key: {
    readonly secret: string;
    readonly public: string;
    readonly fingerprint: string;
  };
  readonly signed: readonly SignedAnswer[];
}

const FILE = join(import.meta.dirname, "../../../tests/fairness/known.json");
export const known: Known = JSON.parse(readFileSync(FILE, "utf8"));

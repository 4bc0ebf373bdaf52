/** All chance of one throw, from the links that server and devices show for it. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { counted, unsigned } from "./bytes";

const THROW = utf8ToBytes("kessel throw 1\n");

/** Where a throw stands: its table, its numbers, and the digest just after its hands were fixed. */
interface ThrowPlace {
  readonly table: string;
  readonly number: number;
  readonly attempt: number;
  readonly digest: string;
}

/** What is shown for a throw: the server's link, and the devices' in the order that was fixed. */
export interface ShownLinks {
  readonly server: string;
  readonly devices: readonly string[];
}

export function throwSeed(place: ThrowPlace, links: ShownLinks): string {
  const message = concatBytes(
    THROW,
    counted(place.table, 2),
    unsigned(place.number, 4),
    unsigned(place.attempt, 4),
    hexToBytes(place.digest),
    ...links.devices.map((link) => hexToBytes(link)),
  );
  return bytesToHex(hmac(sha256, hexToBytes(links.server), message));
}

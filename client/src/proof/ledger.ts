/** What everybody knows of a game after its lines so far: who plays, whose chains count, what was
 * thrown, who was late. Knows no line. */

import { CHAIN_LINKS, type ShownChain } from "../fairness/chain";
import type { LaidDie } from "./dice";
import type { LineOf } from "./lines";
import type { PlayerHere } from "./players";

/** A device that holds seats: its chain, and how often a link of it was asked for. */
export interface ShownDevice {
  readonly seats: readonly number[];
  readonly key: string | null;
  readonly tip: string;
  readonly chain: ShownChain;
  readonly asked: number;
  /** Whether it shows no links until it joins again. */
  readonly state: "here" | "late" | "away";
}

/** How often something happened at a seat. */
export type Counts = Readonly<Record<number, number>>;

export interface Ledger {
  readonly table: string;
  readonly game: string;
  readonly players: readonly PlayerHere[];
  /** Who may push lying dice. */
  readonly premove: "free" | "consent" | "none";
  readonly clock: boolean;
  /** Whether several players may have to throw at once, for which there is always a limit. */
  readonly together: boolean;
  /** What throws. */
  readonly dice: string;
  readonly lines: number;
  readonly digest: string;
  /** The digest after the first line, and after the newest move. */
  readonly begun: string;
  readonly mark: string;
  /** By which every line is known again. */
  readonly marks: readonly string[];
  readonly server: ShownChain;
  /** How often a link of the server's chain was called for. */
  readonly asked: number;
  readonly devices: readonly ShownDevice[];
  /** Every tip published in this game: none may come twice, for its links are known by then. */
  readonly tips: readonly string[];
  /** The number of the next throw: as many lie already. */
  readonly throws: number;
  readonly attempt: number;
  /** The throw whose links are being shown; the last line is its own. */
  readonly fixed: LineOf<"fixed"> | null;
  /** The casts of a throw that is fixed again: they must stay. */
  readonly casts: string | null;
  /** The chance of the newest throw. */
  readonly seed: string | null;
  /** Where its dice came to rest, while nothing else has moved them. */
  readonly atRest: readonly LaidDie[] | null;
  /** How often a seat's device was late; how often a bot took over from its person, or the table
   * acted for them. */
  readonly late: Counts;
  readonly playedFor: Counts;
  /** Throws for which ideal dice stood in. */
  readonly steppedIn: number;
  /** Throws for which no device showed a link. */
  readonly unwitnessed: number;
}

/** Which devices show a link for the next throw. */
export function contributing(ledger: Ledger): number[] {
  return ledger.devices.flatMap((device, number) => (contributes(device) ? [number] : []));
}

export function contributes(device: ShownDevice): boolean {
  return device.seats.length > 0 && device.state === "here" && device.asked < CHAIN_LINKS;
}

export function withState(
  devices: readonly ShownDevice[],
  numbers: readonly number[],
  state: ShownDevice["state"],
): ShownDevice[] {
  return devices.map((one, number) => (numbers.includes(number) ? { ...one, state } : one));
}

export function seatsOf(ledger: Ledger, devices: readonly number[]): number[] {
  return devices.flatMap((number) => ledger.devices[number]?.seats ?? []);
}

export function counted(counts: Counts, seats: readonly number[]): Counts {
  const next: Record<number, number> = { ...counts };
  for (const seat of seats) next[seat] = (next[seat] ?? 0) + 1;
  return next;
}

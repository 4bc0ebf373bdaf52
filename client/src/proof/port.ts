/** What a device needs of the page around it: a clock, the line to the server, dice, files. */

import type { AskLines, GoAway, OfferChain, ShowLink } from "../protocol";

export interface World {
  /** Seconds of a clock that only goes forward. */
  now(): number;
  /** Whether the server can be heard. */
  isOpen(): boolean;
  /** Whether the person cannot see this page. */
  isHidden(): boolean;
  send(message: OfferChain | ShowLink | GoAway): void;
  /** Sends a ping, and calls `ponged` with its number once it is answered. */
  ping(number: number): void;
  /** Asks for lines; how many were received, or null if there was no answer. */
  askLines(message: AskLines): Promise<number | null>;
  /** Whether dice can be thrown again on this device, and the lines of a game to do so; it calls
   * `rethrown` with what was found. */
  canRethrow(): boolean;
  rethrow(game: string, first: number, lines: readonly string[]): void;
  /** The record of a finished game; null if it cannot be had now. */
  record(game: string): Promise<string | null>;
  later(ms: number, what: () => void): void;
  /** Saves a file for the person at this device. */
  save(name: string, text: string): void;
}

/** What can be wrong with a game. With the first of it a device shows no more links and signs
 * nothing. */

export const WRONGS = [
  "lineup",
  "loaded",
  "server",
  "device",
  "order",
  "fixed",
  "sign",
  "tip",
  "late",
  "left_out",
  "replaced",
  "missing",
  "digest",
  "dice",
  "thrown",
  "record",
] as const;

/** Each has a sentence that names the throw. */
export type Wrong = (typeof WRONGS)[number];

/** A line that cannot be true. */
export class Fault extends Error {
  readonly wrong: Wrong;

  constructor(wrong: Wrong, what: string) {
    super(what);
    this.wrong = wrong;
  }
}

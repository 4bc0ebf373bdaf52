/** What can be wrong with a game, in plain English for programs and for those who read a file of it:
 * the page has its own sentences. With the first of it a device shows no more links and signs nothing. */
export const WRONGS = {
  lineup: "the game did not begin as it was agreed",
  loaded: "the dice are not those of this game",
  server: "the server showed a link that is not of its chain",
  device: "a device's link is not of its chain",
  order: "a line that cannot come there",
  fixed: "told twice, differently",
  sign: "a signature that does not fit",
  tip: "a chain of another game, or one chain twice",
  late: "this device was called late, though it was not",
  left_out: "this device was left out, though it was there",
  replaced: "a bot played on, though the person was there",
  missing: "lines are missing",
  digest: "the server's digest is not that of its lines",
  dice: "dice were shown that do not lie as the line says",
  thrown: "thrown again, the dice lie otherwise",
  record: "the record tells another game",
} as const;

export type Wrong = keyof typeof WRONGS;

/** A line that cannot be true. */
export class Fault extends Error {
  readonly wrong: Wrong;

  constructor(wrong: Wrong, what: string) {
    super(what);
    this.wrong = wrong;
  }
}

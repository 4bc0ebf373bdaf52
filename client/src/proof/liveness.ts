/**
 * What this device knows about its line by its own pings: a connection brings everything in order, so
 * a pong tells that whatever was said before its ping had arrived. A slow line proves nothing, and
 * so accuses nobody. Times are seconds of a clock of this device.
 */

/** How long a table waits for a link (`kessel.table.pace`). */
const LINK_SECONDS = 2;
/** Without a word, before a table leaves a device out. */
export const SILENT_SECONDS = 4;
/** Without a device, before a bot plays on; and with it, if it does not answer a question. */
const ABSENT_SECONDS = 30;
const DECISION_SECONDS = 300;
const NEVER = Number.POSITIVE_INFINITY;

export class Liveness {
  #sent = new Map<number, number>();
  #number = 0;
  /** The newest ping that was answered, and when it was sent. */
  #answered = 0;
  #answeredAt = -NEVER;
  /** When that was sent which was the newest to be answered before `fixed` was heard. */
  #beforeFixed = -NEVER;
  #beforeMove = -NEVER;
  /** The first ping after the link for what is fixed, and after the newest offer. */
  #afterLink = NEVER;
  #afterOffer = NEVER;

  /** A ping is sent; its number, from 1. */
  ping(now: number): number {
    this.#number++;
    this.#sent.set(this.#number, now);
    return this.#number;
  }

  /** When the ping was sent that is answered now; null if it is of another connection. */
  pong(number: number): number | null {
    const at = this.#sent.get(number);
    if (at === undefined || number <= this.#answered) return null;
    this.#answered = number;
    this.#answeredAt = at;
    for (const one of this.#sent.keys()) if (one <= number) this.#sent.delete(one);
    return at;
  }

  /** A new connection: nothing is known of it. */
  forget(): void {
    this.#sent.clear();
    this.#answeredAt = this.#beforeFixed = this.#beforeMove = -NEVER;
    this.#afterLink = this.#afterOffer = NEVER;
  }

  heardFixed(): void {
    this.#beforeFixed = this.#answeredAt;
    this.#afterLink = NEVER;
  }

  heardMove(): void {
    this.#beforeMove = this.#answeredAt;
  }

  showedLink(): void {
    this.#afterLink = this.#number + 1;
  }

  offered(): void {
    this.#afterOffer = this.#number + 1;
  }

  /** The offer was taken, or does not count any more. */
  settledOffer(): void {
    this.#afterOffer = NEVER;
  }

  get isOffering(): boolean {
    return this.#afterOffer < NEVER;
  }

  /** Whether the server had this device's offer before whatever is heard now. */
  get hadOffer(): boolean {
    return this.#answered >= this.#afterOffer;
  }

  /** Whether this device cannot have been late: the time was not over, or its link was there. */
  cannotBeLate(now: number): boolean {
    return now < this.#beforeFixed + LINK_SECONDS || this.#answered >= this.#afterLink;
  }

  /** Whether this device cannot have been silent for as long as the server says. */
  cannotBeSilent(now: number): boolean {
    return now < this.#answeredAt + SILENT_SECONDS;
  }

  /** Whether a bot cannot have had to play on: its person was there, and had time. */
  cannotBeGone(now: number): boolean {
    return now < this.#answeredAt + ABSENT_SECONDS && now < this.#beforeMove + DECISION_SECONDS;
  }
}

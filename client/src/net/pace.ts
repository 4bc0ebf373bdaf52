/** How long a dial may take, when the next one follows, when another line is tried beside one that is
 * silent, and when an answer is late. Knows seconds, and nothing of what is dialled. */

/** In which a dial has to be answered, and how many dials have that long before all further ones have
 * twice as long. Short at first: what a network swallowed is lost, and the next dial may come through.
 * Longer later: a slow line needs it, and browsers delay the dials of a page of which many failed
 * (Chromium after a dozen within four minutes, by up to 5 s). */
const DIAL_SECONDS = 2;
const DIALS_OF_A_KIND = 10;
const LONGEST_DIAL = 8;
/** Trips that a dial takes at most: for the name, TCP, TLS and the upgrade, and one that is late. */
const DIAL_TRIPS = 6;
/** From the beginning of a dial that failed at once to the next: twice as long each time. */
const FIRST_PAUSE = 0.3;
const LONGEST_PAUSE = 2.5;
/** So that not all pages of a server that was gone come back at the same moment. */
const JITTER = 0.2;
/** Without a word, though it was asked for one, after which another line is dialled beside. */
const BESIDE_SECONDS = 1;
/** So many usual trips have to pass, too: nothing is late before that. */
const BESIDE_TRIPS = 4;
/** Silence after a question that somebody waits for, until that is said, and what one can do. */
const LATE_SECONDS = 3;
const VERY_LATE_SECONDS = 15;

/** In which a dial has to be answered, after so many in vain; `trip` is the usual one, in seconds,
 * null while nothing is known of the line. */
export function dialSeconds(tries: number, trip: number | null): number {
  if (trip === null && tries === 0) return LONGEST_DIAL;
  const seconds = DIAL_SECONDS * 2 ** Math.floor(tries / DIALS_OF_A_KIND);
  return Math.max(Math.min(seconds, LONGEST_DIAL), DIAL_TRIPS * (trip ?? 0));
}

/** Until the next dial; whoever waited in vain for an answer has waited already. */
export function pauseSeconds(tries: number, waited: number): number {
  const longest = Math.min(LONGEST_PAUSE, dialSeconds(tries, 0) / 2);
  const pause = Math.min(longest, FIRST_PAUSE * 2 ** (tries - 1));
  const spread = 1 + JITTER * (2 * Math.random() - 1);
  return Math.max(0, pause - waited) * spread;
}

/** Without a word after which another line is dialled beside. One that had to replace others a moment
 * ago has more time: whoever answers is busy. */
export function besideSeconds(replaced: number, trip: number | null): number {
  return Math.max(BESIDE_SECONDS, BESIDE_TRIPS * (trip ?? 0)) * 2 ** replaced;
}

/** How long one waits for an answer already, or for a throw. */
export type Lateness = "" | "late" | "very_late";

export function lateness(seconds: number): Lateness {
  return seconds < LATE_SECONDS ? "" : seconds < VERY_LATE_SECONDS ? "late" : "very_late";
}

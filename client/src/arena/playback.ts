/** Plays a throw as it was simulated: dice by the clock, sounds of contacts, the camera behind. */

import type { Moves } from "./moves";
import type { Show } from "./show";
import { joined, joining, type Toss } from "./toss";
import { duration, poseAt } from "./trajectory";
import type { Contact, Pose, Track, Trajectory } from "./types";

/** Seconds after which a contact is too old to be heard. */
const TOO_LATE = 0.12;
/** Around the moment that decides, seconds of the flight that are shown slowly and from near. */
const SLOW = { before: 0.16, after: 0.34, factor: 3, closeness: 0.55 };
/** Share of a flight that the camera follows. */
const FOLLOWED = 0.8;
/** How near it comes meanwhile. */
const NEARER = 0.86;

/** A hit among dice that is felt, N s; how long the picture stands then, and seconds between two of them. */
const HARD = { impulse: 0.0045, seconds: 0.075, apart: 0.4 };

/** What decides a throw: the die to look at, and when. */
export interface SlowMoment {
  readonly die: number;
  readonly time: number;
}

/** Seconds that a flight is shown for, and when of it is seen after so many of them. */
export function pacing(
  length: number,
  moment: SlowMoment | null,
): { readonly seconds: number; at(seconds: number): number } {
  if (!moment) return { seconds: length, at: (seconds) => seconds };
  const from = Math.max(0, moment.time - SLOW.before);
  const span = Math.min(length, moment.time + SLOW.after) - from;
  return {
    seconds: length + span * (SLOW.factor - 1),
    at: (seconds) => {
      if (seconds <= from) return seconds;
      if (seconds <= from + span * SLOW.factor) return from + (seconds - from) / SLOW.factor;
      return seconds - span * (SLOW.factor - 1);
    },
  };
}

export class Playback {
  readonly #show: Show;
  readonly #moves: Moves;
  /** Told how hard something hit. */
  readonly #struck: (impulse: number) => void;
  /** When a hit was felt last. */
  #felt = Number.NEGATIVE_INFINITY;

  constructor(show: Show, moves: Moves, struck: (impulse: number) => void) {
    this.#show = show;
    this.#moves = moves;
    this.#struck = struck;
  }

  /**
   * Plays a throw of `from`'s dice (null: from nowhere), those that are new out of that supply. The moment
   * that decides is shown slowly and from near; `closeness` says how near everything else is seen.
   */
  async play(
    trajectory: Trajectory,
    from: number | readonly number[] | null,
    moment: SlowMoment | null = null,
    closeness = NEARER,
  ): Promise<void> {
    const fresh = trajectory.tracks.filter((track) => !this.#show.top.bodies.has(track.id));
    const thrown = new Set(fresh.map((track) => track.id));
    const tossed = await this.#moves.carryIn(fresh, from);
    this.#show.stage.guide.hide();
    this.#show.stage.advice.hide();
    let heard = 0;
    const decisive = trajectory.tracks.find((track) => track.id === moment?.die);
    const paced = pacing(duration(trajectory), moment);
    await this.#show.motions.run(this.#show.calm ? 0 : paced.seconds, (share) => {
      const time = paced.at(share * paced.seconds);
      for (const track of trajectory.tracks) {
        const pose = poseIn(trajectory, track, tossed.get(track.id), time);
        if (pose)
          this.#show.top.bodies.set(track.id, {
            ...(this.#show.top.bodies.get(track.id) ?? this.#show.top.lying(track.id, pose)),
            pose,
          });
        else this.#show.top.bodies.delete(track.id);
      }
      heard = this.#hear(trajectory, heard, time, thrown);
      if (moment && Math.abs(time - moment.time) < SLOW.after)
        this.#lookAt(trajectory, decisive, time, SLOW.closeness);
      else if (share <= FOLLOWED) this.#lookAt(trajectory, fresh[0], time, closeness);
    });
    this.#show.stage.view.release();
    this.#show.wake();
  }

  #hear(trajectory: Trajectory, from: number, time: number, thrown: ReadonlySet<number>): number {
    let next = from;
    for (; next < trajectory.contacts.length; next++) {
      const contact = trajectory.contacts[next];
      if (!contact || contact.time > time) break;
      if (time - contact.time > TOO_LATE) continue;
      this.#show.sound.contact(contact, time - contact.time);
      this.#struck(contact.impulse);
      if (!isHandful(contact, thrown)) this.#feel(contact);
    }
    return next;
  }

  /** A hard hit among dice stops everything for an instant and shakes whoever looks. */
  #feel({ other, impulse }: Contact): void {
    const hard = impulse / HARD.impulse;
    if (other !== "die" || hard < 1 || this.#show.calm) return;
    if (this.#show.motions.now - this.#felt < HARD.apart) return;
    this.#felt = this.#show.motions.now;
    this.#show.motions.hold(HARD.seconds);
    this.#show.stage.view.jolt(hard / 2);
    this.#show.sound.thud(Math.min(1, hard / 2));
  }

  #lookAt({ rate }: Trajectory, track: Track | undefined, time: number, closeness: number): void {
    const pose = track && poseAt(track, rate, time);
    if (pose) this.#show.stage.view.follow(pose[0], pose[1], pose[2], closeness);
  }
}

/** Dice that are thrown together knock at each other before they have struck anything. */
function isHandful({ die, struck }: Contact, thrown: ReadonlySet<number>): boolean {
  return thrown.has(die) && struck !== null && thrown.has(struck);
}

/** Where a die of a throw is; one that was flicked comes into its flight from where it was. */
function poseIn(
  { rate, contacts }: Trajectory,
  track: Track,
  toss: Toss | undefined,
  time: number,
): Pose | null {
  if (!toss) return poseAt(track, rate, time);
  return joined(toss, track, rate, time, joining(track, rate, contacts));
}

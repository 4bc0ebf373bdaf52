/** Plays a throw as it was simulated: dice by the clock, sounds of contacts, the camera behind. */

import type { Moves } from "./moves";
import type { Show } from "./show";
import { body } from "./tabletop";
import { duration, poseAt } from "./trajectory";
import type { Trajectory } from "./types";

/** Seconds after which a contact is too old to be heard. */
const TOO_LATE = 0.12;
/** Share of a flight that the camera follows. */
const FOLLOWED = 0.8;
/** How near it comes meanwhile. */
const NEARER = 0.86;

export class Playback {
  readonly #show: Show;
  readonly #moves: Moves;
  /** Told how hard something hit. */
  readonly #struck: (impulse: number) => void;

  constructor(show: Show, moves: Moves, struck: (impulse: number) => void) {
    this.#show = show;
    this.#moves = moves;
    this.#struck = struck;
  }

  /** Plays a throw of `from`'s dice (null: from nowhere). Dice new to the arena come out of that supply. */
  async play(trajectory: Trajectory, from: number | readonly number[] | null): Promise<void> {
    const fresh = trajectory.tracks.filter((track) => !this.#show.top.bodies.has(track.id));
    if (!this.#show.calm) await this.#moves.carryIn(fresh, from);
    this.#show.top.held = null;
    this.#show.stage.guide.show(null, this.#show.stage.box.die.edge);
    let heard = 0;
    const length = this.#show.calm ? 0 : duration(trajectory);
    await this.#show.motions.run(length, (share) => {
      const time = share * duration(trajectory);
      for (const track of trajectory.tracks) {
        const pose = poseAt(track, trajectory.rate, time);
        if (pose)
          this.#show.top.bodies.set(track.id, {
            ...(this.#show.top.bodies.get(track.id) ?? body(pose)),
            pose,
          });
        else this.#show.top.bodies.delete(track.id);
      }
      heard = this.#hear(trajectory, heard, time);
      this.#lookAt(trajectory, fresh, time, share);
    });
    this.#show.stage.view.release();
    this.#show.wake();
  }

  #hear(trajectory: Trajectory, from: number, time: number): number {
    let next = from;
    for (; next < trajectory.contacts.length; next++) {
      const contact = trajectory.contacts[next];
      if (!contact || contact.time > time) break;
      if (time - contact.time > TOO_LATE) continue;
      this.#show.sound.contact(contact, time - contact.time);
      this.#struck(contact.impulse);
    }
    return next;
  }

  #lookAt(trajectory: Trajectory, fresh: Trajectory["tracks"], time: number, share: number): void {
    const track = fresh[0];
    if (!track || share > FOLLOWED) return;
    const pose = poseAt(track, trajectory.rate, time);
    if (pose) this.#show.stage.view.follow(pose[0], pose[1], pose[2], NEARER);
  }
}

/**
 * A hand shows no arena, but keeps the pace of the big screen: what comes of a throw counts when the screen
 * says that all have seen it, and own hits are felt. Where no screen speaks up, the hand reckons its pace.
 */

import { effect } from "@preact/signals";
import { readTrajectory } from "../arena/trajectory";
import type { Trajectory } from "../arena/types";
import type { ServerMessage, StepMade, ThrowMade } from "../protocol";
import type { Session } from "../session";
import { haptics, speed } from "../settings";
import { announce } from "../speech/announcement";
import { Frames } from "../table/flights";

/** What happens to lying dice takes a big screen about this long, in seconds for each event. */
const EVENT_SECONDS = 0.5;
/** Nobody waits longer for a screen: it may have been switched off. */
const LONGEST_SECONDS = 12;
/** With this many messages waiting the hand is behind, and reckons no more. */
const TOO_FAR_BEHIND = 8;
/** Gentler hits are not felt. */
const LEAST_IMPULSE = 0.004;
const LONGEST_BUZZ = 24;
const BUZZ_BY_IMPULSE = 2400;

export class HandPresenter {
  readonly #session: Session;
  readonly #frames = new Frames();
  readonly #jobs: (() => Promise<void>)[] = [];
  #working = false;
  /** A screen that let the longest time pass is not waited for until it speaks again. */
  #silentAt: number | null = null;

  constructor(session: Session) {
    this.#session = session;
    session.presentWith({
      present: (message, apply) => this.#add(() => this.#show(message, apply)),
      frame: (number, bytes) => this.#frames.received(number, bytes),
    });
  }

  dispose(): void {
    this.#session.presentWith(null);
  }

  #add(job: () => Promise<void>): void {
    this.#jobs.push(job);
    this.#session.page.settled.value = false;
    if (!this.#working) void this.#work();
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift())
      await job().catch((error: unknown) => console.error(error));
    this.#working = false;
    this.#session.page.settled.value = true;
  }

  async #show(message: ServerMessage, apply: () => void): Promise<void> {
    if (message.type === "step") await this.#step(message).finally(apply);
    else apply();
    if (message.type === "thrown") await this.#fly(message);
  }

  /** Whether a big screen says what it has shown. */
  get #followsScreen(): boolean {
    const { screenAt } = this.#session.page.table.value;
    return screenAt !== null && screenAt !== this.#silentAt;
  }

  async #fly(thrown: ThrowMade): Promise<void> {
    const bytes = thrown.bytes ? await this.#frames.take(thrown.throw) : null;
    if (!bytes) return;
    const flight = await readTrajectory(bytes);
    if (thrown.casts.some((cast) => this.#session.page.own.value.includes(cast.seat))) feel(flight);
    if (!this.#followsScreen) await this.#wait(flight.frames / flight.rate);
  }

  async #step(step: StepMade): Promise<void> {
    if (this.#followsScreen) await this.#untilShown(step.game.state);
    announce(this.#session.page, step);
    if (!this.#followsScreen) await this.#wait(step.events.length * EVENT_SECONDS);
  }

  /** Until the screen has shown a state, or has said nothing for the longest time. */
  #untilShown(state: number): Promise<void> {
    const { table } = this.#session.page;
    return new Promise((done) => {
      const end = (silentAt: number | null) => {
        this.#silentAt = silentAt;
        window.clearTimeout(timer);
        queueMicrotask(() => stop());
        done();
      };
      const timer = window.setTimeout(() => end(table.value.screenAt), LONGEST_SECONDS * 1000);
      const stop = effect(() => {
        if ((table.value.screenAt ?? state) >= state) end(null);
      });
    });
  }

  async #wait(seconds: number): Promise<void> {
    const behind = this.#jobs.length > TOO_FAR_BEHIND || document.hidden;
    if (behind || speed.value === 0) return;
    await new Promise((done) => window.setTimeout(done, (seconds * 1000) / speed.value));
  }
}

/** The hits of one's own dice, in the hand that threw them. */
function feel(flight: Trajectory): void {
  if (!haptics.value || speed.value !== 1) return;
  for (const { time, impulse } of flight.contacts) {
    if (impulse < LEAST_IMPULSE) continue;
    const length = Math.min(LONGEST_BUZZ, impulse * BUZZ_BY_IMPULSE);
    window.setTimeout(() => navigator.vibrate?.(length), time * 1000);
  }
}

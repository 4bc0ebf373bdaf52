/**
 * Shows what the server sends, in order: a throw flies before its events happen, and the state
 * changes only when they have been seen. Between arena and state; it decides nothing.
 */

import { effect, untracked } from "@preact/signals";
import { Arena, type LookName } from "../arena/arena";
import type { Stage } from "../arena/stage";
import { FIRST_EDITION, familyOf } from "../game/editions";
import { matOf } from "../game/looks";
import { badgeOf } from "../game/people";
import { diceInUnit, type TableState } from "../game/table";
import { t } from "../i18n";
import type {
  EventView,
  GameView,
  ReplayThrow,
  ServerMessage,
  StepMade,
  ThrowMade,
} from "../protocol";
import type { Session } from "../session";
import { haptics, isCalm, reducedMotion, room, sound, speed } from "../settings";
import { announced, announcing } from "../speech/announcement";
import { sceneOf } from "../speech/audience";
import { linesOf } from "../speech/lines";
import { allInName } from "../speech/sentences";
import type { PageState } from "../state";
import { advised, showStrength } from "./aim";
import { Bowl } from "./bowl";
import { pushDie, throwNow } from "./commands";
import { deciding } from "./deciding";
import {
  type Directing,
  impatient,
  insets,
  pictureMoved,
  piecesOf,
  placeOf,
  placesBetween,
  placesStillIn,
  placesThrownFrom,
  shout,
  suppliesOf,
  turning,
} from "./display";
import { Encore, SLOW_MOTION } from "./encore";
import { explainDie } from "./explained";
import { Flights, Frames } from "./flights";
import { isAlone, jumping } from "./hurrying";
import { tempoOf } from "./tempo";

/** With this many messages waiting the page stops showing flights and catches up; bots in a hurry are a round ahead. */
const TOO_FAR_BEHIND = 80;
/** How long one sees how the dice lie before and after a throw that is shown again. */
const STILL_SECONDS = 0.8;
/** How long a call stands for those who want little motion, and dice that match or go up in smoke. */
const CALLED_SECONDS = 0.8;
const LOOKED_SECONDS = 0.9;
/** For which the end is looked at without motion, before the podium covers it. */
const LAST_LOOK = 1.8;
/** How long it is shown why something did not happen. */
const NOTE_SECONDS = 1.6;

type Job = () => Promise<void>;

export class Director implements Directing {
  readonly arena: Arena;
  readonly #session: Session;
  readonly #page: PageState;
  readonly #frames = new Frames();
  readonly flights = new Flights();
  readonly #jobs: Job[] = [];
  readonly #stops: (() => void)[];
  /** Steps that came already, by their throw: it can be shown for what it brings. */
  readonly #coming = new Map<number, StepMade>();
  /** Times the speed that is wished. */
  #tempo = 1;
  /** Since when only others have played. */
  #waiting: number | null = null;
  #working = false;
  /** What is shown once the end has been. */
  #won: (() => void) | null = null;
  /** From which seat which game was shown last. */
  #seen: { readonly game: string; readonly from: number } | null = null;
  readonly #bowl: Bowl;
  readonly #encore: Encore;

  constructor(surface: HTMLElement, stage: Stage, look: LookName, session: Session) {
    this.#session = session;
    this.#page = session.page;
    this.arena = new Arena(
      surface,
      stage,
      { look, muted: !sound.value, calm: isCalm() },
      {
        thrown: (aim) => throwNow(session, aim),
        drawn: showStrength,
        asked: (die) => explainDie(session.page, die),
        kept: () => session.say(t("learn.slow")),
        pushed: (die, x, y) => pushDie(session, die, x, y),
        moved: () => {
          pictureMoved.value = untracked(() => pictureMoved.value) + 1;
        },
        struck: (impulse) => {
          if (haptics.value && impulse > 0.004) navigator.vibrate?.(Math.min(24, impulse * 2400));
        },
      },
    );
    this.#bowl = new Bowl(this.arena, session.page);
    this.#encore = new Encore(this.arena);
    turning.value = false;
    session.presentWith({
      present: (message, apply) => this.#present(message, apply),
      frame: (number, bytes) => this.#frames.received(number, bytes),
    });
    const { hands, seenFrom, settled, table } = session.page;
    this.#stops = [
      effect(() => {
        this.arena.sound.muted = !sound.value;
        this.arena.sound.roomy = room.value;
      }),
      effect(() => {
        this.arena.calm = isCalm();
        this.arena.still = this.#calledFor(LOOKED_SECONDS);
        this.#keepTime();
      }),
      effect(() => {
        const state = table.value;
        void seenFrom.value;
        void hands.value;
        if (settled.value) this.sync(state);
      }),
      effect(() => this.#offer()),
      effect(() => this.arena.grasp.suggest(advised(session.page))),
      effect(() => this.arena.clear(insets.value)),
    ];
  }

  dispose(): void {
    this.#session.presentWith(null);
    void this.#encore.end();
    for (const stop of this.#stops) stop();
    this.arena.dispose();
  }

  /** Puts everything where the state says it is. */
  sync(state: TableState): void {
    const game = state.game;
    if (!state.info || !game) {
      this.#bowl.stand(state);
      this.#offer();
      return;
    }
    this.arena.dress(familyOf(state.info.edition));
    if (this.#seen?.game !== game.game) this.arena.undress();
    this.arena.spread(matOf(state.seats));
    this.arena.lay(piecesOf(game));
    this.#seeFrom(game, this.#page.seenFrom.value);
    void this.arena.effects.direct(game.direction);
  }

  /** Lays the supplies as they are; from another seat they are first carried round. */
  #seeFrom(game: GameView, from: number): void {
    const turned = this.#seen?.game === game.game ? placesBetween(game, this.#seen.from, from) : 0;
    this.#seen = { game: game.game, from };
    if (turned !== 0) {
      turning.value = true;
      void this.arena.moves.turnTable(turned).then(() => {
        turning.value = false;
        this.sync(this.#page.table.value);
      });
    } else if (!untracked(() => turning.value)) {
      this.arena.supply(suppliesOf(this.#page, game, from));
    }
  }

  skip(): void {
    this.arena.speed = Number.POSITIVE_INFINITY;
    impatient.value = Number.POSITIVE_INFINITY;
  }

  /** Shows a throw of the history again, then puts everything back. */
  again(number: number, before: GameView | null): void {
    this.#add(async () => {
      const state = this.#page.table.value;
      const flight = await this.flights.find(state.game?.game ?? "", number);
      if (!flight) return;
      this.arena.lay(before ? piecesOf(before) : []);
      await this.arena.pause(STILL_SECONDS);
      await this.arena.play(flight, null);
      await this.arena.pause(STILL_SECONDS);
      this.sync(this.#page.table.value);
    });
  }

  /** Shows one step of a replay; a throw of no bytes is known not to have been seen to fly. */
  async step(
    thrown: (Omit<ReplayThrow, "bytes"> & Partial<ReplayThrow>) | null,
    step: StepMade,
    gameCode: string,
  ): Promise<void> {
    if (thrown && thrown.bytes !== 0) {
      const flight = await this.flights.find(gameCode, thrown.throw);
      if (flight) await this.arena.play(flight, placesThrownFrom(this.#page, thrown.casts));
    }
    await this.#act(step);
    this.#calmDown();
  }

  /** What was skipped is over: the next thing is shown at the usual speed. */
  #calmDown(): void {
    if (impatient.value === Number.POSITIVE_INFINITY && !jumping.value) impatient.value = 1;
    this.#keepTime(1);
  }

  #keepTime(tempo = this.#tempo): void {
    this.#tempo = tempo;
    this.arena.speed = Math.max(1, speed.value) * impatient.value * this.#tempo;
  }

  /** What bots do is shown more quickly to somebody who plays with nobody else. */
  #takeTempo(seats: readonly (number | null)[], step: StepMade | null): void {
    const { own } = this.#page;
    const mine = seats.some((seat) => seat !== null && own.value.includes(seat));
    const hurried = !mine && own.value.length === 1 && isAlone(this.#page);
    if (mine) this.#waiting = null;
    else this.#waiting ??= performance.now();
    const waited = this.#waiting === null ? 0 : (performance.now() - this.#waiting) / 1000;
    this.#keepTime(hurried ? tempoOf(step, waited) : 1);
  }

  /** How long something stands that would otherwise move; nothing does where all goes at once. */
  #calledFor(seconds: number): number {
    return reducedMotion.value && speed.value > 0 ? seconds : 0;
  }

  #offer(): void {
    const seat = this.#page.acting.value;
    const game = this.#page.table.value.game;
    const chosen = this.#page.unit.value;
    if (seat === null || !game || !chosen) {
      this.arena.offer(this.#bowl.offers);
      this.arena.grasp.allowPush(false);
      return;
    }
    this.arena.grasp.aimColour = badgeOf(seat).colour;
    this.arena.offer(diceInUnit(game, seat, chosen));
    this.arena.grasp.allowPush(this.#page.pushing.value);
  }

  #present(message: ServerMessage, apply: () => void): void {
    if (message.type === "thrown") {
      this.#add(async () => {
        apply();
        await this.#fly(message);
      });
    } else if (message.type === "step") {
      const { throw: number } = message;
      if (number !== null) this.#coming.set(number, message);
      this.#add(async () => {
        if (number !== null) this.#coming.delete(number);
        this.#takeTempo([message.seat], message);
        // What cannot be shown counts all the same.
        await this.#act(message).finally(apply);
      });
    } else {
      if (message.type === "tossed") this.#add(() => this.#bowl.toss(message));
      this.#add(async () => apply());
    }
  }

  #add(job: Job): void {
    this.#jobs.push(job);
    this.#page.settled.value = false;
    if (!this.#working) void this.#work();
  }

  async #work(): Promise<void> {
    this.#working = true;
    await this.#encore.end();
    this.#keepTime();
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) {
      if (this.#jobs.length > TOO_FAR_BEHIND || document.hidden)
        this.arena.speed = Number.POSITIVE_INFINITY;
      try {
        await job();
      } catch (error) {
        console.error(error);
      }
    }
    this.#working = false;
    this.#calmDown();
    this.#page.settled.value = true;
    this.#won?.();
    this.#won = null;
  }

  async #fly(thrown: ThrowMade): Promise<void> {
    const bytes = thrown.bytes ? await this.#frames.take(thrown.throw) : null;
    if (!bytes) return this.arena.landUnseen();
    const flight = await this.flights.keep(thrown.game, thrown.throw, bytes);
    const step = this.#coming.get(thrown.throw) ?? null;
    const seats = thrown.casts.map((cast) => cast.seat);
    this.#takeTempo(seats, step);
    const moment =
      step && impatient.value === 1 ? deciding(step, this.#page.table.value.game, flight) : null;
    await this.arena.play(flight, placesThrownFrom(this.#page, thrown.casts), moment);
  }

  async #act(step: StepMade): Promise<void> {
    const scene = sceneOf(this.#page);
    const say = announcing(this.#page, step);
    for (const event of step.events) {
      const [line, ...notes] = linesOf(event, scene);
      if (line) say(line);
      await this.#effect(event, step);
      for (const note of notes) {
        say(note);
        await this.arena.wait(NOTE_SECONDS);
      }
    }
    announced(this.#page, step);
  }

  async #effect(event: EventView, step: StepMade): Promise<void> {
    const { arena } = this;
    switch (event.kind) {
      case "cocked":
        return arena.wait(0.2);
      case "out":
        return arena.effects.vanish(event.dice);
      case "x":
        return arena.effects.smoke(event.dice);
      case "lock":
        return arena.effects.shine(event.dice, true);
      case "extra":
        return arena.effects.storm();
      case "column":
        return arena.effects.flames();
      case "collect":
      case "accio":
        if (event.dice.length) await arena.effects.shine(event.dice, false);
        return arena.moves.collect(event.dice, placeOf(this.#page, event.seat));
      case "stack":
        return arena.moves.arrange(piecesOf(step.game));
      case "reverse":
        return arena.effects.direct(event.dir);
      case "pile":
        return arena.moves.pile(placeOf(this.#page, event.seat), event.count);
      case "pass_left":
        return arena.moves.passLeft(placesStillIn(this.#page, step.game));
      case "elim":
        arena.sound.fall();
        return arena.wait(0.7);
      case "next":
        return event.throw === "all" ? this.#announceAllIn(event.seat) : undefined;
      case "over":
        await this.#showWinningThrow(step);
        return arena.effects.celebrate();
      case "start_again":
      case "start":
      case "suppressed":
      case "dissolve":
      case "choice":
      case "end":
      case "no_dice":
        return undefined;
    }
  }

  /** The throw that decided the game, once more and slowly; without motion a look at its end. */
  async #showWinningThrow({ game, throw: number }: StepMade): Promise<void> {
    const before = this.#page.table.value.game;
    if (!before || impatient.value > 1 || document.hidden) return;
    if (isCalm()) return this.arena.pause(this.#calledFor(LAST_LOOK));
    const flight = await this.flights.seen(game.game, number);
    if (!flight) return;
    await this.arena.wait(STILL_SECONDS / 2);
    this.arena.lay(piecesOf(before));
    this.#keepTime(SLOW_MOTION.speed);
    await this.arena.play(flight, null, null, SLOW_MOTION.closeness);
    this.#keepTime(1);
    this.#won = () => this.#encore.begin(flight, before);
  }

  async #announceAllIn(seat: number): Promise<void> {
    const { info } = this.#page.table.value;
    const text = allInName(info?.edition ?? FIRST_EDITION);
    shout.value = { text, colour: badgeOf(seat).colour };
    await this.arena.effects.allIn();
    await this.arena.pause(this.#calledFor(CALLED_SECONDS));
    shout.value = null;
  }
}

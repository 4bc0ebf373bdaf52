/**
 * The arena as a library: it is handed dice, supplies and trajectories and shows them; it hands back aims.
 * It knows no rules and no network. Every act returns a promise that resolves when it has been seen.
 */

import { Color, Vector3 } from "three";
import { aimOf, ontoMat } from "./flick";
import { numberSprite } from "./guide";
import { HAND_HEIGHT, Hand } from "./hand";
import { carry, fall, linear, Motions, settle } from "./motions";
import { CM } from "./scale";
import { places, restingPose } from "./seats";
import { Sound } from "./sound";
import { Stage } from "./stage";
import { type Body, body, Tabletop } from "./tabletop";
import { duration, poseAt, poseOf } from "./trajectory";
import type { Aim, LookName, Piece, Pose, QualityName, Supply, Trajectory } from "./types";
import type { Insets } from "./view";

export type { Aim, LookName, Piece, Pose, QualityName, Supply, Trajectory } from "./types";
export type { Insets } from "./view";

export interface ArenaListener {
  /** The player flicked: this is the aim. */
  thrown(aim: Aim): void;
  /** A lying die was pushed to a new place. */
  pushed?(die: number, x: number, y: number): void;
  /** The picture moved: labels fixed to it must follow. */
  moved?(): void;
  /** Something hit hard: for haptics. */
  struck?(strength: number): void;
}

export interface ArenaSettings {
  readonly look: LookName;
  readonly quality: QualityName;
  readonly muted: boolean;
  readonly calm: boolean;
}

const GLOWS = {
  match: "#ffb14a",
  freeze: "#7cc8ff",
  gone: "#ff2a1a",
};
/** What lies in the box on the first page. */
const STILL_LIFE: readonly Piece[] = [
  [-0.03, 0.014, 3],
  [0.014, 0.026, 7],
  [0.034, -0.012, 12],
  [-0.014, -0.026, 5],
  [-0.05, -0.012, 9],
].map(([x = 0, y = 0, seed = 0], id) => ({ id, pose: restingPose(x, y, 0.008, seed, 3) }));
const TAKE_SECONDS = 0.55;
const CARRY_SECONDS = 0.32;
/** Frames slower than this, for a while, make the picture plainer. */
const SLOW_FRAME = 0.034;
const SLOW_FRAMES = 40;

export class Arena {
  readonly sound: Sound;
  readonly #stage: Stage;
  readonly #hand: Hand;
  readonly #motions = new Motions();
  readonly #listener: ArenaListener;
  readonly #top = new Tabletop();
  readonly #resize: ResizeObserver;
  #calm: boolean;
  #insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  #pushable = false;
  #frame = 0;
  #last = 0;
  #slow = 0;
  #dirty = true;
  #direction = 1;
  #showcase = false;
  #size = { width: 1, height: 1 };
  /** Milliseconds of script per drawn frame, newest last. */
  readonly frameCosts: number[] = [];

  constructor(canvas: HTMLCanvasElement, settings: ArenaSettings, listener: ArenaListener) {
    this.#listener = listener;
    this.#calm = settings.calm;
    this.sound = new Sound(settings.muted);
    this.#stage = new Stage(canvas, settings.quality, () => this.#wake());
    this.#stage.dress(settings.look);
    this.#hand = new Hand(canvas, this.#stage.view, () => this.#stage.box, {
      mayTake: (x, y) => this.#mayTake(x, y),
      mayPush: (x, y) => this.#mayPush(x, y),
      hold: (x, y) => this.#hold(x, y),
      preview: (aim) => this.showAim(aim),
      flick: (aim) => {
        this.#listener.thrown(aim);
      },
      cancel: () => this.drop(),
      push: (die, x, y, last) => this.#push(die, x, y, last),
      viewed: () => this.#wake(),
    });
    canvas.addEventListener("pointerdown", () => this.sound.wake());
    this.#resize = new ResizeObserver(() => this.#fit(canvas));
    this.#resize.observe(canvas);
    this.#fit(canvas);
  }

  get drawCalls(): number {
    return this.#stage.drawCalls;
  }

  get busy(): boolean {
    return this.#motions.busy;
  }

  get look(): LookName {
    return this.#stage.look.name;
  }

  set calm(calm: boolean) {
    this.#calm = calm;
  }

  dress(look: LookName): void {
    if (look === this.#stage.look.name) return;
    this.#stage.dress(look);
    this.#stage.arrows.visible = !this.#showcase;
    this.#stage.arrows.rotation.y = this.#direction > 0 ? 0 : Math.PI;
    this.#arrange();
    this.#wake();
  }

  /** Panels at the edges: the box keeps clear of them. */
  clear(insets: Insets): void {
    this.#insets = insets;
    this.#arrange();
  }

  /** On the first page the box is shown from nearer, with no supplies. */
  showcase(on: boolean): void {
    this.#showcase = on;
    this.#stage.arrows.visible = !on;
    if (on) {
      this.supply([]);
      this.lay(STILL_LIFE);
    }
    this.#arrange();
  }

  /** Dice that lie in the arena, exactly these. */
  lay(pieces: readonly Piece[]): void {
    this.#top.bodies.clear();
    for (const piece of pieces) this.#top.bodies.set(piece.id, body(piece.pose));
    this.#wake();
  }

  /** Supplies from one's own seat clockwise. */
  supply(supplies: readonly Supply[]): void {
    const changed = supplies.length !== this.#top.supplies.length;
    this.#top.supplies = [...supplies];
    if (changed) this.#arrange();
    this.#wake();
  }

  /** How many dice the next throw takes from one's own supply; 0 when it is not one's throw. */
  offer(dice: number): void {
    this.#top.throwable = dice;
    if (!dice) this.drop();
    this.#wake();
  }

  allowPush(allowed: boolean): void {
    this.#pushable = allowed;
  }

  showAim(aim: Aim | null): void {
    this.#stage.guide.show(aim, this.#stage.box.die.edge);
    this.#wake();
  }

  /** An aim by keyboard or button: a point on the mat, a side, a strength from 0 to 1. */
  aim(x: number, y: number, side: number, strength: number): Aim {
    const [onX, onY] = ontoMat(this.#stage.box, x, y);
    return aimOf(this.#stage.box, onX, onY, side + this.#stage.view.turn, strength);
  }

  /** Puts what the hand holds back. */
  drop(): void {
    this.#top.held = null;
    this.showAim(null);
  }

  turn(by: number): void {
    this.#stage.view.nudge(by, 0, 1);
    this.#wake();
  }

  zoom(by: number): void {
    this.#stage.view.nudge(0, 0, by);
    this.#wake();
  }

  home(): void {
    this.#stage.view.home();
    this.#wake();
  }

  /** Speed of what is shown: 1 as it is, more for the impatient, infinity to skip. */
  set speed(speed: number) {
    this.#motions.speed = speed;
    this.#wake();
  }

  /** Where a seat's dice end on the screen, in CSS pixels of the canvas, and to which side they lie. */
  seatOnScreen(
    seat: number,
  ): { x: number; y: number; side: "near" | "far" | "left" | "right" } | null {
    const place = this.#top.places[seat];
    if (!place) return null;
    const rows = Math.ceil((this.#top.supplies[seat]?.loose ?? 0) / place.columns);
    const far = Math.max(0, rows - 0.4) * 0.0195;
    const [away] = place.away;
    return {
      ...this.#onScreen(place.x + place.away[0] * far, place.y + place.away[1] * far, 0),
      side: away < 0 ? "left" : away > 0 ? "right" : place.away[1] < 0 ? "near" : "far",
    };
  }

  /** Where a lying die is on the screen, in CSS pixels of the canvas. */
  dieOnScreen(die: number): { x: number; y: number } | null {
    const one = this.#top.bodies.get(die);
    return one ? this.#onScreen(one.pose[0], one.pose[1], one.pose[2]) : null;
  }

  /** Plays a throw of `from`'s dice (null: from nowhere). Dice new to the arena come out of that supply. */
  async play(trajectory: Trajectory, from: number | readonly number[] | null): Promise<void> {
    const fresh = trajectory.tracks.filter((track) => !this.#top.bodies.has(track.id));
    if (!this.#calm) await this.#carryIn(fresh, from);
    this.#top.held = null;
    this.showAim(null);
    let heard = 0;
    const length = this.#calm ? 0 : duration(trajectory);
    await this.#motions.run(length, (share) => {
      const time = share * duration(trajectory);
      for (const track of trajectory.tracks) {
        const pose = poseAt(track, trajectory.rate, time);
        if (pose)
          this.#top.bodies.set(track.id, {
            ...(this.#top.bodies.get(track.id) ?? body(pose)),
            pose,
          });
        else this.#top.bodies.delete(track.id);
      }
      heard = this.#hear(trajectory, heard, time);
      this.#lookAt(trajectory, fresh, time, share);
    });
    this.#stage.view.release();
    this.#wake();
  }

  /** Dice that left the box sink away. */
  async vanish(dice: readonly number[]): Promise<void> {
    const bodies = this.#top.pick(dice);
    await this.#motions.run(
      this.#time(0.4),
      (share) => {
        for (const one of bodies) one.scale = 1 - share;
      },
      fall,
    );
    this.#forget(dice);
  }

  /** X and blank dice smoke away. */
  async smoke(dice: readonly number[]): Promise<void> {
    const bodies = this.#top.pick(dice);
    if (!bodies.length) return;
    const red = new Color(GLOWS.gone);
    await this.#motions.run(this.#time(0.3), (share) => {
      for (const one of bodies) [one.glow, one.shine] = [red, share * 1.4];
    });
    this.sound.puff();
    for (const one of bodies) this.#puff(one.pose, "#8d8178", 16);
    await this.#motions.run(
      this.#time(0.45),
      (share) => {
        for (const one of bodies) one.scale = 1 - share;
      },
      fall,
    );
    this.#forget(dice);
  }

  /** Matching dice light up; `cold` for those that match but must stay. */
  async shine(dice: readonly number[], cold: boolean): Promise<void> {
    const colour = new Color(cold ? GLOWS.freeze : GLOWS.match);
    const bodies = this.#top.pick(dice);
    await this.#motions.run(this.#time(0.55), (share) => {
      for (const one of bodies)
        [one.glow, one.shine] = [colour, Math.sin(Math.min(1, share * 1.6) * Math.PI * 0.5) * 1.1];
    });
    if (!cold) return;
    for (const one of bodies) this.#puff(one.pose, "#bfe6ff", 5);
    await this.#motions.run(this.#time(0.5), (share) => {
      for (const one of bodies) one.shine = 1.1 * (1 - share);
    });
  }

  /** Dice fly to their owner, one after another, with the count rising above. */
  async collect(dice: readonly number[], seat: number): Promise<void> {
    const bodies = this.#top.pick(dice);
    const had = this.#top.supplies[seat]?.loose ?? 0;
    const gap = this.#time(Math.min(0.11, 0.5 / Math.max(1, bodies.length)));
    this.#float(`+${bodies.length}`, bodies);
    await Promise.all(
      bodies.map(async (one, i) => {
        this.#top.flying.add(one);
        const [x, y, z] = this.#top.slot(seat, had + i, had + bodies.length, this.#edge);
        await this.#fly(one, restingPose(x, y, z, seat * 31 + had + i), 0.12, gap * i);
        this.sound.take(i);
        this.#top.flying.delete(one);
        this.#top.grow(seat, 1);
      }),
    );
    this.#forget(dice);
  }

  /** Dice move to new places (a tower is built, dice are pushed). */
  async arrange(pieces: readonly Piece[]): Promise<void> {
    await Promise.all(
      pieces.map((piece, i) => {
        const one = this.#top.bodies.get(piece.id);
        return one ? this.#fly(one, piece.pose, 0.05 + 0.012 * i, this.#time(0.09) * i) : null;
      }),
    );
  }

  /** Everybody's dice wander to the next seat still in the game. */
  async passLeft(order: readonly number[]): Promise<void> {
    this.sound.gust();
    const before = [...this.#top.supplies];
    const moves = order.flatMap((seat, i) => {
      const to = order[(i + 1) % order.length] ?? seat;
      const count = before[seat]?.loose ?? 0;
      return Array.from({ length: count }, (_, k) => {
        const [x, y, z] = this.#top.slot(seat, k, count, this.#edge);
        const [tx, ty, tz] = this.#top.slot(to, k, count, this.#edge);
        const one = body(restingPose(x, y, z, seat * 31 + k));
        this.#top.flying.add(one);
        return this.#fly(
          one,
          restingPose(tx, ty, tz, to * 31 + k),
          0.06,
          this.#time(0.02) * k,
        ).then(() => one);
      });
    });
    this.#top.supplies = before.map((supply) => ({ ...supply, loose: 0, piles: [] }));
    for (const one of await Promise.all(moves)) this.#top.flying.delete(one);
    this.#top.supplies = before.map((supply, seat) => {
      const i = order.indexOf(seat);
      const giver = i < 0 ? seat : (order[(i - 1 + order.length) % order.length] ?? seat);
      const given = before[giver];
      return { ...supply, loose: given?.loose ?? 0, piles: given?.piles ?? [] };
    });
  }

  /** 1 clockwise, -1 the other way; the arrows turn over when it changes. */
  async direct(direction: number): Promise<void> {
    if (direction === this.#direction) return;
    this.#direction = direction;
    const arrows = this.#stage.arrows;
    const from = arrows.rotation.y;
    const to = direction > 0 ? 0 : Math.PI;
    await this.#motions.run(
      this.#time(0.7),
      (share) => {
        arrows.rotation.y = from + (to - from) * share;
        arrows.position.z = 0.02 + Math.sin(share * Math.PI) * 6;
      },
      carry,
    );
  }

  /** The lamp flickers, lightning falls into the box. */
  async storm(): Promise<void> {
    this.sound.thunder();
    for (let i = 0; i < 18; i++)
      this.#spark((Math.random() - 0.5) * 0.1, (Math.random() - 0.5) * 0.07, "#cfe3ff");
    await this.#motions.run(this.#time(0.9), (share) => {
      const flash = share < 0.12 || (share > 0.22 && share < 0.3);
      this.#stage.light(flash ? 2.4 : 0.45 + 0.55 * share);
    });
    this.#stage.light(1);
  }

  /** Flames rise from the box. */
  async flames(): Promise<void> {
    this.sound.gust();
    let next = 0;
    await this.#motions.run(this.#time(1), (share) => {
      if (share < next) return;
      next = share + 0.05;
      this.#stage.sparks.burst({
        at: [(Math.random() - 0.5) * 0.07, (Math.random() - 0.5) * 0.05, 0.01],
        colour: Math.random() > 0.5 ? "#ff7a1c" : "#ffc247",
        count: 7,
        out: 0.05,
        up: 0.42,
        life: 0.7,
        size: 0.022,
        grow: -0.012,
        alpha: 0.6,
      });
    });
  }

  /** The light draws in and drums roll: everything will be thrown at once. */
  async allIn(): Promise<void> {
    this.sound.drums(10);
    await this.#motions.run(this.#time(1.1), (share) => {
      this.#stage.light(1 - 0.5 * Math.sin(share * Math.PI));
    });
    this.#stage.light(1);
  }

  /** Stones are stacked as one pile in front of a player. */
  async pile(seat: number, count: number): Promise<void> {
    const supply = this.#top.supplies[seat];
    if (!supply) return;
    this.#top.supplies[seat] = {
      ...supply,
      loose: supply.loose - count,
      piles: [...supply.piles, count],
    };
    await this.#motions.wait(this.#time(0.25));
  }

  async celebrate(): Promise<void> {
    this.sound.chime();
    for (let i = 0; i < 40; i++) {
      this.#spark(
        (Math.random() - 0.5) * 0.2,
        (Math.random() - 0.5) * 0.16,
        i % 2 ? "#ffd27a" : this.#stage.look.accent,
      );
    }
    await this.#motions.wait(this.#time(0.8));
  }

  wait(seconds: number): Promise<void> {
    this.#wake();
    return this.#motions.wait(this.#time(seconds));
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = -1;
    this.#resize.disconnect();
    this.#hand.dispose();
    this.#stage.dispose();
  }

  get #edge(): number {
    return this.#stage.box.die.edge;
  }

  #onScreen(x: number, y: number, z: number): { x: number; y: number } {
    const at = new Vector3(x * CM, y * CM, z * CM).project(this.#stage.view.camera);
    return {
      x: ((at.x + 1) / 2) * this.#size.width,
      y: ((1 - at.y) / 2) * this.#size.height,
    };
  }

  #time(seconds: number): number {
    this.#wake();
    return this.#calm ? 0 : seconds;
  }

  #forget(dice: readonly number[]): void {
    this.#top.forget(dice);
    this.#wake();
  }

  async #carryIn(
    fresh: Trajectory["tracks"],
    from: number | readonly number[] | null,
  ): Promise<void> {
    if (from === null || !fresh.length) return;
    const seats = typeof from === "number" ? fresh.map(() => from) : from;
    const moves = fresh.map((track, i) => {
      const seat = seats[i] ?? seats[0] ?? 0;
      const left = Math.max(0, (this.#top.supplies[seat]?.loose ?? 1) - 1);
      const held = seat === 0 ? this.#top.held : null;
      const [x, y, z] = held
        ? [held.x, held.y, HAND_HEIGHT]
        : this.#top.slot(seat, left, left + 1, this.#edge);
      this.#top.grow(seat, -1);
      const one = body(restingPose(x, y, z, seat * 31 + left));
      this.#top.flying.add(one);
      const goal = poseOf(track, track.first);
      const quick = held ? 0.4 : 1;
      return this.#fly(one, goal, 0.04, 0, CARRY_SECONDS * quick).then(() =>
        this.#top.flying.delete(one),
      );
    });
    this.#top.held = null;
    await Promise.all(moves);
    for (const track of fresh)
      if (track.first === 0) this.#top.bodies.set(track.id, body(poseOf(track, 0)));
  }

  async #fly(
    one: Body,
    goal: Pose,
    arc: number,
    delay: number,
    seconds = TAKE_SECONDS,
  ): Promise<void> {
    const from = one.pose;
    await this.#motions.run(
      this.#time(seconds),
      (share) => {
        one.pose = blend(from, goal, share, arc);
        one.shine *= 0.96;
      },
      carry,
      delay,
    );
    one.pose = goal;
    one.glow = null;
  }

  #hear(trajectory: Trajectory, from: number, time: number): number {
    let next = from;
    for (; next < trajectory.contacts.length; next++) {
      const contact = trajectory.contacts[next];
      if (!contact || contact.time > time) break;
      if (time - contact.time > 0.12) continue;
      this.sound.contact(contact);
      this.#listener.struck?.(contact.impulse);
    }
    return next;
  }

  #lookAt(trajectory: Trajectory, fresh: Trajectory["tracks"], time: number, share: number): void {
    const track = fresh[0];
    if (!track || share > 0.8) return;
    const pose = poseAt(track, trajectory.rate, time);
    if (pose) this.#stage.view.follow(pose[0], pose[1], pose[2], 0.86);
  }

  #float(text: string, bodies: readonly Body[]): void {
    if (!bodies.length || this.#calm) return;
    const middle = bodies.reduce((sum, one) => sum + one.pose[0], 0) / bodies.length;
    const depth = bodies.reduce((sum, one) => sum + one.pose[1], 0) / bodies.length;
    const sprite = numberSprite(text, "#ffdf9e");
    this.#stage.add(sprite);
    void this.#motions
      .run(
        1.1,
        (share) => {
          sprite.position.set(middle * CM, depth * CM, 3 + settle(share) * 5);
          sprite.material.opacity = share < 0.7 ? 1 : (1 - share) / 0.3;
        },
        linear,
      )
      .then(() => this.#stage.remove(sprite));
  }

  #puff(pose: Pose, colour: string, count: number): void {
    if (this.#calm) return;
    this.#stage.smoke.burst({
      at: [pose[0], pose[1], pose[2]],
      colour,
      count,
      out: 0.035,
      up: 0.12,
      life: 1.1,
      size: 0.014,
      grow: 0.03,
      alpha: 0.4,
    });
  }

  #spark(x: number, y: number, colour: string): void {
    if (this.#calm) return;
    this.#stage.sparks.burst({
      at: [x, y, 0.02],
      colour,
      count: 5,
      out: 0.12,
      up: 0.3,
      life: 0.8,
      size: 0.008,
      grow: -0.004,
      alpha: 0.9,
    });
  }

  #mayTake(x: number, y: number): boolean {
    if (!this.#top.throwable) return false;
    return y < -this.#stage.extent.y + 0.012 && Math.abs(x) < 0.24;
  }

  #mayPush(x: number, y: number): number | null {
    return this.#pushable ? this.#top.dieAt(x, y, this.#stage.box.die.edge * 0.75) : null;
  }

  #push(die: number, x: number, y: number, last: boolean): void {
    const one = this.#top.bodies.get(die);
    if (!one) return;
    const [onX, onY] = ontoMat(this.#stage.box, x, y);
    one.pose = [onX, onY, one.pose[2], one.pose[3], one.pose[4], one.pose[5], one.pose[6]];
    this.#wake();
    if (last) this.#listener.pushed?.(die, onX, onY);
  }

  #hold(x: number, y: number): void {
    this.#top.held = { count: this.#top.throwable, x, y };
    this.#wake();
  }

  #fit(canvas: HTMLCanvasElement): void {
    const width = canvas.clientWidth || 1;
    const height = canvas.clientHeight || 1;
    this.#size = { width, height };
    this.#stage.resize(width, height);
    this.#arrange();
  }

  #arrange(): void {
    const { width, height } = this.#size;
    const wide = width > height * 1.25;
    this.#top.places = places(this.#stage.box, this.#top.supplies.length || 1, wide);
    const { x, y } = this.#stage.extent;
    const crowd = this.#top.supplies.length > 2 && wide;
    const stage = this.#showcase
      ? { x: x + 0.01, near: -y - 0.01, far: y + 0.01 }
      : {
          x: x + (crowd ? 0.09 : 0.012),
          near: -y - 0.062,
          far: y + (this.#top.supplies.length === 3 && wide ? 0.02 : 0.075),
        };
    this.#stage.view.frame(stage, this.#insets);
    this.#wake();
  }

  #wake(): void {
    this.#dirty = true;
    if (this.#frame !== 0) return;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame(this.#tick);
  }

  readonly #tick = (now: number): void => {
    if (this.#frame === -1) return;
    this.#frame = 0;
    const seconds = Math.max(0, (now - this.#last) / 1000);
    this.#last = now;
    const began = performance.now();
    this.#motions.advance(seconds);
    const { smoke, sparks, view } = this.#stage;
    const step = Math.min(seconds, 0.1);
    smoke.advance(step);
    sparks.advance(step);
    const travelling = view.advance(seconds, this.#calm);
    const active = this.#motions.busy || smoke.busy || sparks.busy || travelling;
    if (active || this.#dirty) this.#draw();
    this.#dirty = false;
    this.#note(seconds, performance.now() - began);
    if (active && this.#frame === 0) this.#frame = requestAnimationFrame(this.#tick);
  };

  #note(seconds: number, cost: number): void {
    this.frameCosts.push(cost);
    if (this.frameCosts.length > 240) this.frameCosts.shift();
    if (!this.#motions.busy) return;
    this.#slow = seconds > SLOW_FRAME ? this.#slow + 1 : Math.max(0, this.#slow - 2);
    if (this.#slow < SLOW_FRAMES) return;
    this.#slow = 0;
    if (this.#stage.spare()) this.#stage.resize(this.#size.width, this.#size.height);
  }

  #draw(): void {
    const dice = this.#stage.dice;
    dice.begin();
    this.#top.draw(dice, this.#stage);
    dice.commit();
    this.#stage.render();
    this.#listener.moved?.();
  }
}

/** From pose to pose on an arc, turning the short way. */
function blend(a: Pose, b: Pose, share: number, arc: number): Pose {
  const same = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
  const at = (i: 0 | 1 | 2) => a[i] + (b[i] - a[i]) * share;
  const turn = ([3, 4, 5, 6] as const).map((i) => a[i] + (b[i] * same - a[i]) * share);
  const [w = 1, i = 0, j = 0, k = 0] = turn;
  const n = Math.hypot(w, i, j, k) || 1;
  const lift = arc * 4 * share * (1 - share);
  return [at(0), at(1), at(2) + lift, w / n, i / n, j / n, k / n];
}

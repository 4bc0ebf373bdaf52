/**
 * The arena as a library: it is handed dice, supplies and trajectories and shows them; it hands back aims.
 * It knows no rules and no network. Every act returns a promise that resolves when it has been seen.
 */

import type { Finish, Mat } from "../protocol";
import { Effects } from "./effects";
import { Grasp, type GraspListener } from "./grasp";
import { ArenaHand } from "./hand";
import { Heart } from "./heart";
import { Motions } from "./motions";
import { Moves } from "./moves";
import { Playback, type SlowMoment } from "./playback";
import { type Beating, Pulse } from "./pulse";
import { boxSight, places, restingPose, shapeOf, sightOf } from "./seats";
import { type SeatOnScreen, seatOnScreen } from "./seatview";
import type { Show } from "./show";
import { Sound } from "./sound";
import type { Insets, Point, Stage } from "./stage";
import { Tabletop } from "./tabletop";
import type { LookName, Piece, Supply, Trajectory } from "./types";

export type { LookName } from "./types";

interface ArenaListener extends GraspListener {
  /** The picture moved: labels fixed to it must follow. */
  moved?(): void;
  /** Something hit hard: for haptics. */
  struck?(strength: number): void;
}

interface ArenaSettings {
  readonly look: LookName;
  readonly muted: boolean;
  readonly calm: boolean;
}

/** What lies in the box on the first page. */
const STILL_LIFE: readonly Piece[] = [
  [-0.03, 0.014, 3],
  [0.014, 0.026, 7],
  [0.034, -0.012, 12],
  [-0.014, -0.026, 5],
  [-0.05, -0.012, 9],
].map(([x = 0, y = 0, seed = 0], id) => ({ id, pose: restingPose(x, y, 0.008, seed, 3) }));
/** How strongly a die shines in somebody's colour. */
const TINTED = 0.7;
/** Seconds of smoke and sparks that one frame may show at most. */
const MOST_STEP = 0.1;

export class Arena {
  readonly sound: Sound;
  /** What happens by itself. */
  readonly effects: Effects;
  /** What hands do. */
  readonly moves: Moves;
  /** What the player's own hand does. */
  readonly grasp: Grasp;
  readonly #playback: Playback;
  readonly #pulse: Pulse;
  readonly #stage: Stage;
  readonly #hand: ArenaHand;
  readonly #motions = new Motions(() => this.#pulse.wake());
  readonly #listener: ArenaListener;
  readonly #top = new Tabletop();
  readonly #resize: ResizeObserver;
  readonly #sleep: () => void;
  /** Seconds that something is seen which would move, were it not calm. */
  still = 0;
  readonly #show: Show;
  #insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  #showcase = false;
  #heart: Heart | null = null;
  #size = { width: 1, height: 1 };

  constructor(
    surface: HTMLElement,
    stage: Stage,
    settings: ArenaSettings,
    listener: ArenaListener,
  ) {
    this.#listener = listener;
    this.sound = new Sound(settings.muted);
    this.#pulse = new Pulse(this.#asBeating());
    this.#stage = stage;
    stage.onReady = () => {
      this.#fit(surface);
      this.#drawNow();
    };
    this.#stage.dress(settings.look);
    this.sound.look = settings.look;
    this.#show = this.#asShow(settings.calm);
    this.effects = new Effects(this.#show);
    this.moves = new Moves(this.#show, this.effects);
    this.#playback = new Playback(this.#show, this.moves, (hit) => listener.struck?.(hit));
    this.grasp = new Grasp(this.#show, listener);
    this.#hand = new ArenaHand(
      surface,
      () => this.#stage.view,
      () => this.#stage.box,
      this.grasp,
    );
    this.#sleep = this.sound.wakeWith(window);
    this.#resize = new ResizeObserver(() => {
      this.#fit(surface);
      // A picture of a new size is an empty one until it is drawn.
      this.#drawNow();
    });
    this.#resize.observe(surface);
    this.#fit(surface);
  }

  /** Whether another picture is about to take the place of this one. */
  get awaits(): boolean {
    return this.#stage.awaits ?? false;
  }

  get drawCalls(): number {
    return this.#stage.drawCalls;
  }

  /** Milliseconds of script per drawn frame, newest last. */
  get frameCosts(): readonly number[] {
    return this.#pulse.costs;
  }

  set calm(calm: boolean) {
    this.#show.calm = calm;
  }

  dress(look: LookName): void {
    if (look === this.#stage.look.name) return;
    this.#stage.dress(look);
    this.sound.look = look;
    this.#stage.showArrows(!this.#showcase);
    this.#stage.turnArrows(this.effects.direction > 0 ? 0 : Math.PI);
    this.#arrange();
    this.#pulse.wake();
  }

  /** Panels at the edges: the box keeps clear of them, from the frame on in which they are there. */
  clear(insets: Insets): void {
    const edges = ["top", "right", "bottom", "left", "whole"] as const;
    if (edges.every((edge) => insets[edge] === this.#insets[edge])) return;
    this.#insets = insets;
    this.#arrange();
    this.#drawNow();
  }

  /** On the first page the box is shown from nearer, with no supplies. */
  showcase(on: boolean): void {
    this.#showcase = on;
    this.#stage.showArrows(!on);
    if (on) {
      this.supply([]);
      this.lay(STILL_LIFE);
    }
    this.#arrange();
  }

  /** The box on the first page is laid out as somebody likes it. */
  layOut(finish: Finish | null, mat: Mat | null): void {
    if (!this.#showcase) return;
    this.spread(mat);
    for (const one of this.#top.bodies.values()) one.finish = finish;
    this.#pulse.wake();
  }

  /** Dice that lie in the arena, exactly these. */
  lay(pieces: readonly Piece[]): void {
    this.#top.bodies.clear();
    for (const { id, pose, finish } of pieces) {
      if (finish !== undefined) this.#top.worn.set(id, finish);
      this.#top.bodies.set(id, this.#top.lying(id, pose));
    }
    this.#pulse.wake();
  }

  /** A lying die in the colour of whoever threw it. */
  tint(die: number, colour: string): void {
    const one = this.#top.bodies.get(die);
    if (one) Object.assign(one, { glow: colour, shine: TINTED });
    this.#pulse.wake();
  }

  /** Another game: nobody has thrown any of its dice yet. */
  undress(): void {
    this.#top.worn.clear();
  }

  /** The figure on the mat; null for none. */
  spread(mat: Mat | null): void {
    this.#stage.spread(mat);
    this.#pulse.wake();
  }

  /** Supplies from one's own seat clockwise. */
  supply(supplies: readonly Supply[]): void {
    this.#top.supplies = [...supplies];
    this.#listen(supplies.findIndex(hasOneDieLeft));
    this.#arrange();
    this.#pulse.wake();
  }

  /** Nobody saw how they flew: what was let go is gone from the air, and lies where it will be laid. */
  landUnseen(): void {
    this.#top.tossed = [];
    this.#pulse.wake();
  }

  /** How many dice the next throw takes from one's own supply; 0 when it is not one's throw. */
  offer(dice: number): void {
    // Asked again: what was let go was no throw.
    if (dice && !this.#top.throwable && this.#top.tossed.length) void this.moves.takeBack();
    this.#top.throwable = dice;
    if (!dice) this.grasp.drop();
    this.#pulse.wake();
  }

  turn(by: number): void {
    this.#stage.view.nudge(by, 0, 1);
    this.#pulse.wake();
  }

  zoom(by: number): void {
    this.#stage.view.nudge(0, 0, by);
    this.#pulse.wake();
  }

  home(): void {
    this.#stage.view.home();
    this.#pulse.wake();
  }

  /** Speed of what is shown: 1 as it is, more for the impatient, infinity to skip. */
  set speed(speed: number) {
    this.#motions.speed = speed;
    this.#pulse.wake();
  }

  /** Where a seat's dice are on the screen, in CSS pixels of the picture. */
  seatOnScreen(seat: number): SeatOnScreen | null {
    const place = this.#top.places[seat];
    if (!place) return null;
    const supply = this.#top.supplies[seat] ?? { loose: 0, piles: [] };
    const { view, box } = this.#stage;
    return seatOnScreen(place, supply, box.die.edge, view);
  }

  /** Where a lying die is on the screen, in CSS pixels of the picture. */
  dieOnScreen(die: number): Point | null {
    const one = this.#top.bodies.get(die);
    return one ? this.#stage.view.project(one.pose[0], one.pose[1], one.pose[2]) : null;
  }

  /** How high the upper side of a lying die is on the screen, CSS pixels; null where it does not lie. */
  faceOnScreen(die: number): number | null {
    const one = this.#top.bodies.get(die);
    if (!one) return null;
    const { view, box } = this.#stage;
    const [x, y, z] = one.pose;
    const half = box.die.edge / 2;
    return view.project(x, y - half, z + half).y - view.project(x, y + half, z + half).y;
  }

  /** Plays a throw of `from`'s dice (null: from nowhere); the promise resolves when they lie. */
  play(
    trajectory: Trajectory,
    from: number | readonly number[] | null,
    moment: SlowMoment | null = null,
    closeness?: number,
  ): Promise<void> {
    return this.#playback.play(trajectory, from, moment, closeness);
  }

  wait(seconds: number): Promise<void> {
    return this.#motions.wait(this.#time(seconds));
  }

  /** As long for those who want little motion: there is something to see. */
  pause(seconds: number): Promise<void> {
    return this.#motions.wait(seconds);
  }

  dispose(): void {
    this.#pulse.stop();
    this.#resize.disconnect();
    this.#sleep();
    this.#hand.dispose();
    this.#stage.dispose();
  }

  #asShow(calm: boolean): Show {
    return {
      stage: this.#stage,
      top: this.#top,
      motions: this.#motions,
      sound: this.sound,
      calm,
      wake: () => this.#pulse.wake(),
      time: (seconds) => this.#time(seconds),
      stand: () => this.#motions.wait(this.#show.calm ? this.still : 0),
    };
  }

  #asBeating(): Beating {
    return {
      advance: (seconds) => this.#advance(seconds),
      draw: () => this.#draw(),
      busy: () => this.#motions.busy,
      tooSlow: (much) => {
        if (this.#stage.spare(much)) this.#stage.resize(this.#size.width, this.#size.height);
      },
    };
  }

  #time(seconds: number): number {
    this.#pulse.wake();
    return this.#show.calm ? 0 : seconds;
  }

  /** The last die of whoever is on turn has a heartbeat; -1: nobody's. */
  #listen(seat: number): void {
    if (seat === (this.#heart?.seat ?? -1)) return;
    this.#heart = seat < 0 ? null : new Heart(seat);
    if (this.#show.calm) this.#heart?.rest();
  }

  #beat(seconds: number): boolean {
    const heart = this.#heart;
    if (heart?.advance(seconds)) this.sound.heartbeat();
    this.#top.heart = heart;
    return heart?.beats ?? false;
  }

  #fit(surface: HTMLElement): void {
    const width = surface.clientWidth || 1;
    const height = surface.clientHeight || 1;
    this.#size = { width, height };
    this.#stage.resize(width, height);
    this.#arrange();
  }

  #arrange(): void {
    const { top, right, bottom, left, whole } = this.#insets;
    const { width, height } = this.#size;
    const shape = shapeOf(this.#size, {
      width: width - left - right,
      height: height - top - bottom,
    });
    const { box, behind, view } = this.#stage;
    this.#top.edge = box.die.edge;
    this.#top.places = places(box, this.#top.supplies.length || 1, shape, behind);
    const { all, must } = this.#showcase
      ? boxSight(box)
      : sightOf(box, this.#top.places, this.#top.supplies);
    const sight = { all, must: whole ? all : must };
    view.frame(sight, this.#insets, box.die.edge);
    this.#pulse.wake();
  }

  #advance(seconds: number): boolean {
    this.#motions.advance(seconds);
    const { smoke, sparks, view } = this.#stage;
    const step = Math.min(seconds, MOST_STEP);
    smoke.advance(step);
    sparks.advance(step);
    const { tossed } = this.#top;
    for (const toss of tossed) toss.age += seconds;
    const alive = this.#beat(step) || tossed.length > 0;
    const travelling = view.advance(seconds, this.#show.calm) || alive;
    return this.#motions.busy || smoke.busy || sparks.busy || travelling;
  }

  /** Not only in the next frame. */
  #drawNow(): void {
    this.#advance(0);
    this.#draw();
  }

  #draw(): void {
    this.#stage.dice.draw([...this.#top.shown(this.#stage.look.accent)]);
    this.#stage.render();
    this.#listener.moved?.();
  }
}

function hasOneDieLeft({ loose, piles, active, out }: Supply): boolean {
  return active && !out && loose === 1 && piles.length === 0;
}

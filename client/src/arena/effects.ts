/** What happens to dice and light without a hand: smoke, glow, storm, flames, the turning order. */

import { carry, fall, settle } from "./motions";
import type { Show } from "./show";
import type { Body } from "./tabletop";
import type { Pose } from "./types";

const GLOWS = {
  match: "#ffb14a",
  freeze: "#7cc8ff",
  gone: "#ff2a1a",
};

const FLARE = { count: 16, out: 0.16, life: 0.55, size: 0.013, grow: -0.012, alpha: 0.95 };
const PUFF = { out: 0.035, up: 0.12, life: 1.1, size: 0.014, grow: 0.03 };
const SPARK = { count: 5, out: 0.12, up: 0.3, life: 0.8, size: 0.008, grow: -0.004, alpha: 0.9 };
const FLAME = { count: 7, out: 0.05, up: 0.42, life: 0.7, size: 0.022, grow: -0.012, alpha: 0.6 };

/** Anywhere within so many metres around the middle. */
function within(metres: number): number {
  return (Math.random() - 0.5) * metres;
}

export class Effects {
  readonly #show: Show;
  /** 1 clockwise, -1 the other way. */
  direction = 1;

  constructor(show: Show) {
    this.#show = show;
  }

  /** Dice that left the box sink away. */
  async vanish(dice: readonly number[]): Promise<void> {
    const bodies = this.#show.top.pick(dice);
    await this.#show.motions.run(this.#show.time(0.4), (share) => {
      for (const one of bodies) one.scale = 1 - fall(share);
    });
    this.#show.top.forget(dice);
    this.#show.wake();
  }

  /** X and blank dice flare up, the table darkens for a blink, and they are smoke. */
  async smoke(dice: readonly number[]): Promise<void> {
    const { top, motions, stage, sound } = this.#show;
    const bodies = top.pick(dice);
    if (!bodies.length) return;
    sound.flare();
    for (const one of bodies) this.#flare(one.pose);
    await motions.run(this.#show.time(0.38), (share) => {
      stage.light(1 - 0.72 * Math.sin(Math.PI * Math.min(1, share * 1.15)));
      for (const one of bodies)
        [one.glow, one.shine] = [GLOWS.gone, 0.6 + 2.6 * Math.sin(share * Math.PI * 0.5)];
    });
    stage.light(1);
    await this.#show.stand();
    for (const one of bodies) this.#puff(one.pose, "#b8a89a", 22, 0.6);
    await this.vanish(dice);
  }

  /** Matching dice light up; `cold` for those that match but must stay. */
  async shine(dice: readonly number[], cold: boolean): Promise<void> {
    const colour = cold ? GLOWS.freeze : GLOWS.match;
    const bodies = this.#show.top.pick(dice);
    this.#show.sound.glow(bodies.length, cold);
    if (!cold) for (const { pose } of bodies) this.#spark(pose[0], pose[1], colour);
    await this.#show.motions.run(this.#show.time(0.4), (share) => {
      for (const one of bodies)
        [one.glow, one.shine] = [colour, Math.sin(Math.min(1, share * 1.6) * Math.PI * 0.5) * 1.3];
    });
    await this.#show.stand();
    if (!cold) return;
    for (const one of bodies) this.#puff(one.pose, "#bfe6ff", 5);
    await this.#show.motions.run(this.#show.time(0.5), (share) => {
      for (const one of bodies) one.shine = 1.1 * (1 - share);
    });
  }

  /** The arrows turn over when the direction changes. */
  async direct(direction: number): Promise<void> {
    if (direction === this.direction) return;
    this.direction = direction;
    const from = direction > 0 ? Math.PI : 0;
    await this.#show.motions.run(this.#show.time(0.7), (share) => {
      this.#show.stage.turnArrows(Math.abs(from - carry(share) * Math.PI));
    });
  }

  /** The lamp flickers, lightning falls into the box. */
  async storm(): Promise<void> {
    this.#show.sound.thunder();
    for (let i = 0; i < 18; i++) this.#spark(within(0.1), within(0.07), "#cfe3ff");
    await this.#show.motions.run(this.#show.time(0.9), (share) => {
      const flash = share < 0.12 || (share > 0.22 && share < 0.3);
      this.#show.stage.light(flash ? 2.4 : 0.45 + 0.55 * share);
    });
    this.#show.stage.light(1);
  }

  /** Flames rise from the box. */
  async flames(): Promise<void> {
    this.#show.sound.gust();
    let next = 0;
    await this.#show.motions.run(this.#show.time(1), (share) => {
      if (share < next) return;
      next = share + 0.05;
      const colour = Math.random() > 0.5 ? "#ff7a1c" : "#ffc247";
      this.#show.stage.sparks.burst({ ...FLAME, at: [within(0.07), within(0.05), 0.01], colour });
    });
  }

  /** The light draws in and drums roll: everything will be thrown at once. */
  async allIn(): Promise<void> {
    this.#show.sound.drums(10);
    await this.#show.motions.run(this.#show.time(1.3), (share) => {
      this.#show.stage.light(1 - 0.5 * Math.sin(share * Math.PI));
    });
    this.#show.stage.light(1);
  }

  async celebrate(): Promise<void> {
    this.#show.sound.fanfare();
    const { accent } = this.#show.stage.look;
    for (let i = 0; i < 40; i++) this.#spark(within(0.2), within(0.16), i % 2 ? "#ffd27a" : accent);
    await this.#show.motions.wait(this.#show.time(0.8));
  }

  /** A number that rises above a die. */
  float(text: string, { pose: [middle, depth] }: Body): void {
    if (this.#show.calm) return;
    const label = this.#show.stage.label(text, "#ffdf9e");
    void this.#show.motions
      .run(0.8, (share) => {
        const opacity = share < 0.7 ? 1 : (1 - share) / 0.3;
        label.move(middle, depth, 0.03 + settle(share) * 0.05, opacity);
      })
      .then(() => label.remove());
  }

  #flare([x, y, z]: Pose): void {
    if (this.#show.calm) return;
    const { sparks } = this.#show.stage;
    sparks.burst({ ...FLARE, at: [x, y, z], colour: "#ff3b1f", up: 0.34 });
    sparks.burst({ ...FLARE, at: [x, y, z], colour: "#ffb347", up: 0.2 });
  }

  #puff([x, y, z]: Pose, colour: string, count: number, alpha = 0.4): void {
    if (this.#show.calm) return;
    this.#show.stage.smoke.burst({ ...PUFF, at: [x, y, z], colour, count, alpha });
  }

  #spark(x: number, y: number, colour: string): void {
    if (this.#show.calm) return;
    this.#show.stage.sparks.burst({ ...SPARK, at: [x, y, 0.02], colour });
  }
}

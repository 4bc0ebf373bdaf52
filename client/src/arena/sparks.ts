/** Smoke, sparks and flames: one cloud of points, one draw call. */

import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  NormalBlending,
  Points,
  ShaderMaterial,
} from "three";
import { CM } from "./scale";

const MOST = 420;

const VERTEX = `
attribute float size;
attribute vec4 tint;
varying vec4 vTint;
uniform float scale;
void main() {
  vTint = tint;
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = size * scale / -seen.z;
  gl_Position = projectionMatrix * seen;
}`;

const FRAGMENT = `
varying vec4 vTint;
void main() {
  float away = length(gl_PointCoord - 0.5) * 2.0;
  float soft = smoothstep(1.0, 0.0, away);
  gl_FragColor = vec4(vTint.rgb, vTint.a * soft * soft);
  #include <colorspace_fragment>
}`;

interface Mote {
  x: number;
  y: number;
  z: number;
  vx: number;
  vy: number;
  vz: number;
  age: number;
  life: number;
  size: number;
  grow: number;
  alpha: number;
  colour: Color;
  drag: number;
}

export interface Puff {
  readonly at: readonly [number, number, number];
  readonly colour: string;
  readonly count: number;
  /** Metres a second outward and upward. */
  readonly out: number;
  readonly up: number;
  readonly life: number;
  /** Metres across at birth, and growth a second. */
  readonly size: number;
  readonly grow: number;
  readonly alpha: number;
}

export class Sparks {
  readonly points: Points<BufferGeometry, ShaderMaterial>;
  #motes: Mote[] = [];
  readonly #position = new BufferAttribute(new Float32Array(MOST * 3), 3).setUsage(
    DynamicDrawUsage,
  );
  readonly #size = new BufferAttribute(new Float32Array(MOST), 1).setUsage(DynamicDrawUsage);
  readonly #tint = new BufferAttribute(new Float32Array(MOST * 4), 4).setUsage(DynamicDrawUsage);

  constructor(shining: boolean) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.#position);
    geometry.setAttribute("size", this.#size);
    geometry.setAttribute("tint", this.#tint);
    geometry.setDrawRange(0, 0);
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { scale: { value: 1 } },
      transparent: true,
      depthWrite: false,
      blending: shining ? AdditiveBlending : NormalBlending,
    });
    this.points = new Points(geometry, material);
    this.points.frustumCulled = false;
    this.points.renderOrder = 4;
  }

  get busy(): boolean {
    return this.#motes.length > 0;
  }

  /** Height of the picture in pixels, and the camera's opening: how large a point is drawn. */
  scale(height: number, opening: number): void {
    const uniform = this.points.material.uniforms.scale;
    if (uniform) uniform.value = height / (2 * Math.tan(opening / 2));
  }

  burst(puff: Puff): void {
    const colour = new Color(puff.colour);
    for (let i = 0; i < puff.count && this.#motes.length < MOST; i++) {
      const angle = Math.random() * Math.PI * 2;
      const out = puff.out * (0.3 + 0.7 * Math.random());
      this.#motes.push({
        x: puff.at[0] + Math.cos(angle) * puff.size * 0.4,
        y: puff.at[1] + Math.sin(angle) * puff.size * 0.4,
        z: puff.at[2],
        vx: Math.cos(angle) * out,
        vy: Math.sin(angle) * out,
        vz: puff.up * (0.4 + 0.8 * Math.random()),
        age: 0,
        life: puff.life * (0.6 + 0.6 * Math.random()),
        size: puff.size * (0.6 + 0.8 * Math.random()),
        grow: puff.grow,
        alpha: puff.alpha,
        colour,
        drag: 1.6,
      });
    }
  }

  clear(): void {
    this.#motes = [];
    this.points.geometry.setDrawRange(0, 0);
  }

  advance(seconds: number): void {
    if (!this.#motes.length) return;
    for (const mote of this.#motes) {
      mote.age += seconds;
      const slow = Math.exp(-mote.drag * seconds);
      mote.vx *= slow;
      mote.vy *= slow;
      mote.vz *= slow;
      mote.x += mote.vx * seconds;
      mote.y += mote.vy * seconds;
      mote.z += mote.vz * seconds;
      mote.size += mote.grow * seconds;
    }
    this.#motes = this.#motes.filter((mote) => mote.age < mote.life);
    this.#motes.forEach((mote, i) => {
      const left = 1 - mote.age / mote.life;
      this.#position.setXYZ(i, mote.x * CM, mote.y * CM, mote.z * CM);
      this.#size.setX(i, mote.size * CM);
      const { r, g, b } = mote.colour;
      this.#tint.setXYZW(i, r, g, b, mote.alpha * left * Math.min(1, mote.age * 12));
    });
    this.#position.needsUpdate = this.#size.needsUpdate = this.#tint.needsUpdate = true;
    this.points.geometry.setDrawRange(0, this.#motes.length);
  }
}

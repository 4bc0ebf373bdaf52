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
import { Cloud, type Mote, seen } from "../motes";
import { CM } from "./making";

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

export class Sparks extends Cloud {
  readonly points: Points<BufferGeometry, ShaderMaterial>;
  readonly #position = new BufferAttribute(new Float32Array(MOST * 3), 3).setUsage(
    DynamicDrawUsage,
  );
  readonly #size = new BufferAttribute(new Float32Array(MOST), 1).setUsage(DynamicDrawUsage);
  readonly #tint = new BufferAttribute(new Float32Array(MOST * 4), 4).setUsage(DynamicDrawUsage);

  constructor(shining: boolean) {
    super(MOST);
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

  /** Height of the picture in pixels, and the camera's opening: how large a point is drawn. */
  scale(height: number, opening: number): void {
    const uniform = this.points.material.uniforms.scale;
    if (uniform) uniform.value = height / (2 * Math.tan(opening / 2));
  }

  protected draw(motes: readonly Mote[]): void {
    const colour = new Color();
    motes.forEach((mote, i) => {
      const { r, g, b } = colour.set(mote.colour);
      this.#position.setXYZ(i, mote.x * CM, mote.y * CM, mote.z * CM);
      this.#size.setX(i, mote.size * CM);
      this.#tint.setXYZW(i, r, g, b, seen(mote));
    });
    this.#position.needsUpdate = this.#size.needsUpdate = this.#tint.needsUpdate = true;
    this.points.geometry.setDrawRange(0, motes.length);
  }
}

/** All dice of the table as one instanced mesh: rounded cubes with six engraved signs. Where they are is said by others. */

import {
  type BufferGeometry,
  CanvasTexture,
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  Vector3,
} from "three";
import { FINISHES } from "../../protocol";
import { canvasOf } from "../grain";
import type { DiceLook } from "../looks";
import { SIDES } from "../sides";
import type { DicePainter, ShownDie } from "../stage";
import type { Box } from "../types";
import { COLUMNS, dieMaterial, ROWS } from "./diematerial";
import { CM, shape } from "./making";

/** Most dice that are ever drawn: the largest box (31) and those in flight to a supply. */
const MOST_DICE = 48;

/** A cube with rounded edges; each face has its own cell of the sheet of signs. */
function dieGeometry(edge: number, rounding: number, arcs: number): BufferGeometry {
  const half = edge / 2;
  const flat = half - rounding;
  const arc = Array.from({ length: arcs }, (_, i) => Math.tan(((i + 1) / arcs) * (Math.PI / 4)));
  const stops = [
    ...arc.map((t) => -(flat + rounding * t)).reverse(),
    -flat,
    flat,
    ...arc.map((t) => flat + rounding * t),
  ];
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  Object.values(SIDES).forEach((side, face) => {
    const normal = new Vector3(...side.normal);
    const right = new Vector3(...side.right);
    const up = new Vector3(...side.up);
    const first = positions.length / 3;
    for (const v of stops) {
      for (const u of stops) {
        const point = new Vector3()
          .addScaledVector(normal, half)
          .addScaledVector(right, u)
          .addScaledVector(up, v);
        const core = point.clone().clampScalar(-flat, flat);
        const out = point.clone().sub(core).normalize();
        core.addScaledVector(out, rounding);
        positions.push(core.x, core.y, core.z);
        normals.push(out.x, out.y, out.z);
        uvs.push(
          ((face % COLUMNS) + 0.5 + (u / edge) * 0.985) / COLUMNS,
          1 - (Math.floor(face / COLUMNS) + 0.5 - (v / edge) * 0.985) / ROWS,
        );
      }
    }
    const n = stops.length;
    for (let j = 0; j + 1 < n; j++) {
      for (let i = 0; i + 1 < n; i++) {
        const a = first + j * n + i;
        indices.push(a, a + 1, a + n + 1, a, a + n + 1, a + n);
      }
    }
  });
  return shape(indices, { position: [positions, 3], normal: [normals, 3], uv: [uvs, 2] });
}

function blobTexture(): CanvasTexture {
  const [canvas, context] = canvasOf(64);
  const fade = context.createRadialGradient(32, 32, 6, 32, 32, 32);
  fade.addColorStop(0, "rgba(0,0,0,0.75)");
  fade.addColorStop(0.5, "rgba(0,0,0,0.42)");
  fade.addColorStop(1, "rgba(0,0,0,0)");
  context.fillStyle = fade;
  context.fillRect(0, 0, 64, 64);
  return new CanvasTexture(canvas);
}

const BLOB_REACH = 0.03;
const BLACK = "#000000";

/** So many numbers of each die. */
function ofEach(numbers: number): InstancedBufferAttribute {
  const all = new Float32Array(MOST_DICE * numbers);
  return new InstancedBufferAttribute(all, numbers).setUsage(DynamicDrawUsage);
}

/** The drawn dice, by slot. */
export class DiceMesh implements DicePainter {
  readonly mesh: InstancedMesh;
  readonly blobs: InstancedMesh;
  readonly #glow = ofEach(4);
  readonly #veil = ofEach(1);
  readonly #frame = ofEach(1);
  readonly #edge: number;
  readonly #matrix = new Matrix4();
  readonly #position = new Vector3();
  readonly #turn = new Quaternion();
  readonly #scale = new Vector3();
  readonly #colour = new Color();

  constructor(box: Box, look: DiceLook, fine: boolean, anisotropy: number) {
    this.#edge = box.die.edge;
    const geometry = dieGeometry(box.die.edge * CM, box.die.rounding * CM, fine ? 4 : 2);
    geometry.setAttribute("glow", this.#glow);
    geometry.setAttribute("veil", this.#veil);
    geometry.setAttribute("frame", this.#frame);
    this.mesh = new InstancedMesh(
      geometry,
      dieMaterial(look, box.faces, fine, anisotropy),
      MOST_DICE,
    );
    this.mesh.castShadow = this.mesh.receiveShadow = fine;
    this.mesh.frustumCulled = false;
    this.blobs = new InstancedMesh(
      new PlaneGeometry(1, 1),
      new MeshBasicMaterial({
        map: blobTexture(),
        transparent: true,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: -2,
      }),
      MOST_DICE,
    );
    this.blobs.frustumCulled = false;
    this.blobs.renderOrder = 1;
    this.draw([]);
  }

  draw(dice: readonly ShownDie[]): void {
    const shown = dice.slice(0, MOST_DICE);
    for (const [slot, die] of shown.entries()) this.#place(slot, die);
    this.mesh.count = this.blobs.count = shown.length;
    this.mesh.instanceMatrix.needsUpdate = this.blobs.instanceMatrix.needsUpdate = true;
    this.#glow.needsUpdate = this.#veil.needsUpdate = this.#frame.needsUpdate = true;
  }

  #place(
    slot: number,
    { pose, scale = 1, ground = 0, glow = null, amount = 0, veil = 0, finish }: ShownDie,
  ): void {
    const [x, y, z, w, i, j, k] = pose;
    this.#position.set(x * CM, y * CM, z * CM);
    this.#turn.set(i, j, k, w);
    this.#scale.setScalar(scale);
    this.mesh.setMatrixAt(slot, this.#matrix.compose(this.#position, this.#turn, this.#scale));
    const { r, g, b } = this.#colour.set(glow ?? BLACK);
    this.#glow.setXYZW(slot, r, g, b, amount);
    this.#veil.setX(slot, veil);
    this.#frame.setX(slot, finish ? FINISHES.indexOf(finish) + 1 : 0);
    const lift = z - this.#edge / 2 - ground;
    const near = Math.max(0, 1 - Math.abs(lift) / BLOB_REACH) * scale;
    this.#position.set(x * CM, y * CM, (ground + 0.0004) * CM);
    this.#turn.identity();
    this.#scale.setScalar(this.#edge * CM * 1.75 * near);
    this.blobs.setMatrixAt(slot, this.#matrix.compose(this.#position, this.#turn, this.#scale));
  }
}

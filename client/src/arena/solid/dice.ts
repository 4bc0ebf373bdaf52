/**
 * All dice of the table as one instanced mesh: a rounded cube with six engraved signs.
 * Where the dice are is said by others; here they are only drawn.
 */

import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Matrix4,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  NoColorSpace,
  PlaneGeometry,
  Quaternion,
  SRGBColorSpace,
  Vector3,
} from "three";
import { FINISHES } from "../../protocol";
import { drawLine, FRAMES } from "../finery";
import { canvasOf, noise } from "../grain";
import type { DiceLook } from "../looks";
import { SIDES } from "../sides";
import { drawSign } from "../signs";
import type { DicePainter, ShownDie } from "../stage";
import type { Box } from "../types";
import { CM } from "./scale";

/** Most dice that are ever drawn: the largest box (31) and those in flight to a supply. */
export const MOST_DICE = 48;

const COLUMNS = 3;
const ROWS = 2;
const SIGN_SHARE = 0.66;

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
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute("uv", new BufferAttribute(new Float32Array(uvs), 2));
  geometry.setIndex(indices);
  return geometry;
}

type AtlasCell = (
  context: CanvasRenderingContext2D,
  sign: string,
  x: number,
  y: number,
  size: number,
) => void;

function sheet(
  faces: Box["faces"],
  cell: number,
  background: string,
  draw: AtlasCell,
): HTMLCanvasElement {
  const [canvas, context] = canvasOf(cell * COLUMNS, cell * ROWS);
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  Object.keys(SIDES).forEach((axis, face) => {
    const x = ((face % COLUMNS) + 0.5) * cell;
    const y = (Math.floor(face / COLUMNS) + 0.5) * cell;
    draw(context, faces[axis] ?? "", x, y, cell * SIGN_SHARE);
  });
  return canvas;
}

function inked(look: DiceLook, colour: (sign: string) => string): AtlasCell {
  return (context, sign, x, y, size) => {
    if (look.bare.includes(sign)) return;
    context.fillStyle = context.strokeStyle = colour(sign);
    drawSign(context, sign, x, y, size);
  };
}

/** Heights (0 deep, 1 high), made soft so that the cut has sloped sides. */
function softened(canvas: HTMLCanvasElement, radius: number): Float32Array {
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no 2D canvas");
  const pixels = context.getImageData(0, 0, width, height).data;
  let heights = new Float32Array(width * height);
  for (let i = 0; i < heights.length; i++) heights[i] = (pixels[i * 4] ?? 0) / 255;
  for (const stride of [1, width, 1, width]) heights = blurred(heights, stride, radius);
  return heights;
}

function blurred(source: Float32Array, stride: number, radius: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(source.length);
  const span = 2 * radius + 1;
  for (let i = 0; i < source.length; i++) {
    let sum = 0;
    for (let k = -radius; k <= radius; k++) sum += source[i + k * stride] ?? 1;
    result[i] = sum / span;
  }
  return result;
}

function normalSheet(canvas: HTMLCanvasElement, depth: number): HTMLCanvasElement {
  const { width, height } = canvas;
  const heights = softened(canvas, 1);
  const [result, context] = canvasOf(width, height);
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const dx = (heights[i + 1] ?? 1) - (heights[i - 1] ?? 1);
      const dy = (heights[i + width] ?? 1) - (heights[i - width] ?? 1);
      const length = Math.hypot(dx * depth, dy * depth, 1);
      image.data[i * 4] = 127.5 - (127.5 * dx * depth) / length;
      image.data[i * 4 + 1] = 127.5 + (127.5 * dy * depth) / length;
      image.data[i * 4 + 2] = 127.5 + 127.5 / length;
      image.data[i * 4 + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return result;
}

function texture(canvas: HTMLCanvasElement, colour: boolean, anisotropy: number): CanvasTexture {
  const result = new CanvasTexture(canvas);
  result.colorSpace = colour ? SRGBColorSpace : NoColorSpace;
  result.anisotropy = anisotropy;
  return result;
}

function colourSheet(look: DiceLook, faces: Box["faces"], cell: number): HTMLCanvasElement {
  const [canvas, context] = canvasOf(cell * COLUMNS, cell * ROWS);
  context.fillStyle = look.body;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const clouds = noise(256, 77, 3, 4);
  const [veil, paint] = canvasOf(256);
  paint.drawImage(clouds, 0, 0);
  paint.globalCompositeOperation = "multiply";
  paint.fillStyle = look.cloud;
  paint.fillRect(0, 0, 256, 256);
  context.globalAlpha = look.cloudiness;
  context.globalCompositeOperation = "lighten";
  context.drawImage(veil, 0, 0, canvas.width, canvas.height);
  context.globalCompositeOperation = "soft-light";
  context.drawImage(clouds, 0, 0, canvas.width, canvas.height);
  context.globalAlpha = 1;
  context.globalCompositeOperation = "source-over";
  const ink = sheet(
    faces,
    cell,
    "rgba(0,0,0,0)",
    inked(look, (sign) => look.signs[sign] ?? look.sign),
  );
  context.drawImage(ink, 0, 0);
  return canvas;
}

const grey = (value: number) => Math.round(value * 255);

/** Green is roughness, blue is metal: as the standard material reads them. */
function finishSheet(look: DiceLook, faces: Box["faces"], cell: number): HTMLCanvasElement {
  const body = `rgb(0,${grey(look.roughness)},0)`;
  const sign = `rgb(0,${grey(look.signRoughness)},${grey(look.signMetal)})`;
  return sheet(
    faces,
    cell,
    body,
    inked(look, () => sign),
  );
}

const GLOW_VERTEX =
  "attribute vec4 glow;\nattribute float veil;\nattribute float frame;\n" +
  "varying vec4 vGlow;\nvarying float vVeil;\nflat varying float vFrame;\n";
const GLOW_FRAGMENT =
  "varying vec4 vGlow;\nvarying float vVeil;\nflat varying float vFrame;\nuniform sampler2D frames;\n";

/** All frames in a square sheet, the first cell empty. */
const FRAMES_ACROSS = Math.ceil(Math.sqrt(FINISHES.length + 1));
/** How much a frame shines of its own: it is seen where the lamp hardly reaches. */
const FRAME_GLOW = 0.1;

function frameSheet(cell: number): HTMLCanvasElement {
  const [canvas, context] = canvasOf(cell * FRAMES_ACROSS);
  FINISHES.forEach((finish, i) => {
    const at = i + 1;
    context.setTransform(
      cell / 100,
      0,
      0,
      cell / 100,
      (at % FRAMES_ACROSS) * cell,
      Math.floor(at / FRAMES_ACROSS) * cell,
    );
    for (const line of FRAMES[finish]) drawLine(context, line);
  });
  return canvas;
}

/**
 * Lets every die shine in its own colour, at the edges first, or hides its signs in that of its body; and
 * puts the frame of its finish round its sides.
 */
function withGlow<T extends Material>(
  material: T,
  { body, roughness }: DiceLook,
  frames: CanvasTexture,
): T {
  const plain = new Color(body)
    .multiplyScalar(0.92)
    .toArray()
    .map((part) => part.toFixed(4))
    .join(", ");
  Object.assign(material, { frames }); // so that it is given back with the material
  material.onBeforeCompile = (shader) => {
    shader.uniforms.frames = { value: frames };
    shader.vertexShader =
      GLOW_VERTEX +
      shader.vertexShader.replace(
        "#include <begin_vertex>",
        "#include <begin_vertex>\nvGlow = glow;\nvVeil = veil;\nvFrame = frame;",
      );
    shader.fragmentShader =
      GLOW_FRAGMENT +
      shader.fragmentShader
        .replace(
          "#include <emissivemap_fragment>",
          `#include <emissivemap_fragment>
        diffuseColor.rgb = mix(diffuseColor.rgb, vec3(${plain}), vVeil);
        totalEmissiveRadiance *= 1.0 - vVeil;
        vec2 kesselCell = vec2(mod(vFrame, ${FRAMES_ACROSS}.0), ${FRAMES_ACROSS - 1}.0 - floor(vFrame / ${FRAMES_ACROSS}.0));
        vec4 kesselFrame = texture2D(frames, (kesselCell + fract(vMapUv * vec2(${COLUMNS}.0, ${ROWS}.0))) / ${FRAMES_ACROSS}.0);
        diffuseColor.rgb = mix(diffuseColor.rgb, kesselFrame.rgb, kesselFrame.a);
        totalEmissiveRadiance += kesselFrame.rgb * kesselFrame.a * ${FRAME_GLOW};
        float kesselEdge = 1.0 - abs(dot(normalize(vViewPosition), normalize(vNormal)));
        totalEmissiveRadiance += vGlow.rgb * vGlow.a * (0.1 + 1.8 * kesselEdge * kesselEdge);`,
        )
        .replace(
          "#include <normal_fragment_maps>",
          `vec3 kesselPlain = normal;
        #include <normal_fragment_maps>
        normal = normalize(mix(normal, kesselPlain, vVeil));`,
        )
        .replace(
          "#include <metalnessmap_fragment>",
          `#include <metalnessmap_fragment>
        metalnessFactor *= 1.0 - vVeil;
        roughnessFactor = mix(roughnessFactor, ${roughness.toFixed(3)}, vVeil);`,
        );
  };
  return material;
}

function dieMaterial(
  look: DiceLook,
  faces: Box["faces"],
  fine: boolean,
  anisotropy: number,
): Material {
  const cell = fine ? 256 : 128;
  const map = texture(colourSheet(look, faces, cell), true, anisotropy);
  const glowing = look.signGlow > 0;
  const emissiveMap = glowing
    ? texture(
        sheet(
          faces,
          cell,
          "#000",
          inked(look, (sign) => look.signs[sign] ?? look.sign),
        ),
        true,
        anisotropy,
      )
    : null;
  const frames = texture(frameSheet(cell), true, anisotropy);
  const emissive = new Color(glowing ? 0xffffff : 0x000000);
  if (!fine) {
    return withGlow(
      new MeshLambertMaterial({ map, emissive, emissiveMap, emissiveIntensity: look.signGlow }),
      look,
      frames,
    );
  }
  const relief = sheet(
    faces,
    cell,
    "#fff",
    inked(look, () => "#000"),
  );
  const finish = texture(finishSheet(look, faces, cell), false, anisotropy);
  return withGlow(
    new MeshPhysicalMaterial({
      map,
      emissive,
      emissiveMap,
      emissiveIntensity: look.signGlow,
      roughness: 1,
      metalness: 1,
      roughnessMap: finish,
      metalnessMap: finish,
      normalMap: texture(normalSheet(relief, look.depth * 3), false, anisotropy),
      clearcoat: look.clearcoat,
      clearcoatRoughness: 0.18,
      envMapIntensity: look.reflection,
    }),
    look,
    frames,
  );
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

const HIDDEN = new Matrix4().makeScale(0, 0, 0);
const BLOB_REACH = 0.03;
const BLACK = "#000000";

/** The drawn dice, by slot. Changes take effect with `commit`. */
export class DiceMesh implements DicePainter {
  readonly mesh: InstancedMesh;
  readonly blobs: InstancedMesh;
  readonly #glow: InstancedBufferAttribute;
  readonly #veil: InstancedBufferAttribute;
  readonly #frame: InstancedBufferAttribute;
  readonly #edge: number;
  readonly #matrix = new Matrix4();
  readonly #position = new Vector3();
  readonly #turn = new Quaternion();
  readonly #scale = new Vector3();
  readonly #colour = new Color();
  #used = 0;

  constructor(box: Box, look: DiceLook, fine: boolean, anisotropy: number) {
    this.#edge = box.die.edge;
    const geometry = dieGeometry(box.die.edge * CM, box.die.rounding * CM, fine ? 4 : 2);
    this.#glow = new InstancedBufferAttribute(new Float32Array(MOST_DICE * 4), 4);
    this.#glow.setUsage(DynamicDrawUsage);
    geometry.setAttribute("glow", this.#glow);
    this.#veil = new InstancedBufferAttribute(new Float32Array(MOST_DICE), 1);
    this.#veil.setUsage(DynamicDrawUsage);
    geometry.setAttribute("veil", this.#veil);
    this.#frame = new InstancedBufferAttribute(new Float32Array(MOST_DICE), 1);
    this.#frame.setUsage(DynamicDrawUsage);
    geometry.setAttribute("frame", this.#frame);
    this.mesh = new InstancedMesh(
      geometry,
      dieMaterial(look, box.faces, fine, anisotropy),
      MOST_DICE,
    );
    this.mesh.castShadow = fine;
    this.mesh.receiveShadow = fine;
    this.mesh.frustumCulled = false;
    this.blobs = new InstancedMesh(
      new PlaneGeometry(1, 1),
      new MeshBasicMaterial({
        map: blobTexture(),
        transparent: true,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: -2,
        side: DoubleSide,
      }),
      MOST_DICE,
    );
    this.blobs.frustumCulled = false;
    this.blobs.renderOrder = 1;
    this.begin();
    this.commit();
  }

  begin(): void {
    this.#used = 0;
  }

  add({ pose, scale = 1, ground = 0, glow = null, amount = 0, veil = 0, finish }: ShownDie): void {
    const slot = this.#used++;
    if (slot >= MOST_DICE) return;
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

  commit(): void {
    for (let slot = this.#used; slot < MOST_DICE; slot++) {
      this.mesh.setMatrixAt(slot, HIDDEN);
      this.blobs.setMatrixAt(slot, HIDDEN);
    }
    const count = Math.min(this.#used, MOST_DICE);
    this.mesh.count = count;
    this.blobs.count = count;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.blobs.instanceMatrix.needsUpdate = true;
    this.#glow.needsUpdate = true;
    this.#veil.needsUpdate = true;
    this.#frame.needsUpdate = true;
  }

  dispose(): void {
    for (const mesh of [this.mesh, this.blobs]) {
      mesh.geometry.dispose();
      const material = mesh.material as MeshPhysicalMaterial;
      for (const map of [
        material.map,
        material.normalMap,
        material.roughnessMap,
        material.emissiveMap,
      ]) {
        map?.dispose();
      }
      material.dispose();
      mesh.dispose();
    }
  }
}

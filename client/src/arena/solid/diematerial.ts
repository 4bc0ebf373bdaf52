/** What dice are made of: colours, engraved signs, finish and frame as sheets of six cells, and the material with them. */

import {
  type CanvasTexture,
  Color,
  type Material,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  NoColorSpace,
} from "three";
import { FINISHES } from "../../protocol";
import { drawStroke, FRAMES } from "../finery";
import { canvasOf, noise } from "../grain";
import type { DiceLook } from "../looks";
import { SIDES } from "../sides";
import { drawSign } from "../signs";
import type { Box } from "../types";
import { picture } from "./making";

/** Each face has a cell of its own on the sheets. */
export const COLUMNS = 3;
export const ROWS = 2;
const SIGN_SHARE = 0.66;

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

/** A painted canvas as plain numbers. */
function numbers(canvas: HTMLCanvasElement, anisotropy: number): CanvasTexture {
  const map = picture(canvas, anisotropy);
  map.colorSpace = NoColorSpace;
  return map;
}

/** The signs in their colours. */
function inkSheet(look: DiceLook, faces: Box["faces"], cell: number, background: string) {
  const ink = inked(look, (sign) => look.signs[sign] ?? look.sign);
  return sheet(faces, cell, background, ink);
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
  context.drawImage(inkSheet(look, faces, cell, "rgba(0,0,0,0)"), 0, 0);
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
/** How much a glow tints the die, whose sign stays dark: light alone is not seen on white. */
const TINT = 0.6;

function frameSheet(cell: number): HTMLCanvasElement {
  const [canvas, context] = canvasOf(cell * FRAMES_ACROSS);
  FINISHES.forEach((finish, i) => {
    const at = i + 1;
    const [x, y] = [(at % FRAMES_ACROSS) * cell, Math.floor(at / FRAMES_ACROSS) * cell];
    context.setTransform(cell / 100, 0, 0, cell / 100, x, y);
    for (const stroke of FRAMES[finish]) drawStroke(context, stroke);
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
        diffuseColor.rgb *= mix(vec3(1.0), vGlow.rgb, 1.0 - exp(-${TINT} * vGlow.a));
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

/** The material of all dice of a box; `fine` with relief and reflections. */
export function dieMaterial(
  look: DiceLook,
  faces: Box["faces"],
  fine: boolean,
  anisotropy: number,
): Material {
  const cell = fine ? 256 : 128;
  const map = picture(colourSheet(look, faces, cell), anisotropy);
  const glowing = look.signGlow > 0;
  const emissiveMap = glowing ? picture(inkSheet(look, faces, cell, "#000"), anisotropy) : null;
  const frames = picture(frameSheet(cell), anisotropy);
  const emissive = new Color(glowing ? 0xffffff : 0x000000);
  const shared = { map, emissive, emissiveMap, emissiveIntensity: look.signGlow };
  if (!fine) return withGlow(new MeshLambertMaterial(shared), look, frames);
  const relief = sheet(
    faces,
    cell,
    "#fff",
    inked(look, () => "#000"),
  );
  const finish = numbers(finishSheet(look, faces, cell), anisotropy);
  return withGlow(
    new MeshPhysicalMaterial({
      ...shared,
      roughness: 1,
      metalness: 1,
      roughnessMap: finish,
      metalnessMap: finish,
      normalMap: numbers(normalSheet(relief, look.depth * 3), anisotropy),
      clearcoat: look.clearcoat,
      clearcoatRoughness: 0.18,
      envMapIntensity: look.reflection,
    }),
    look,
    frames,
  );
}

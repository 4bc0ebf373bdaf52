/** The box: foam mat, sloped wall, rim with its inlay, outside; drawn from the physics' measures. */

import {
  type BufferGeometry,
  type CanvasTexture,
  Group,
  type Material,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  MirroredRepeatWrapping,
  RepeatWrapping,
} from "three";
import type { Mat } from "../../protocol";
import { drawStroke, FIGURE_SHOWS, FIGURES } from "../finery";
import { canvasOf, seeded } from "../grain";
import type { Look, Surfacing } from "../looks";
import { perimeter, type Rim, smooth } from "../outline";
import { matHalf } from "../seats";
import { drawSign } from "../signs";
import type { Box } from "../types";
import { CM, picture, shape } from "./making";

/** A point of the profile: outward offset, height, darkness of the corner (0 open, 1 deep). */
type Station = readonly [number, number, number];

const BEVEL = 0.0022;

/** A rounded edge. */
function arc(cx: number, cz: number, from: number, to: number): Station[] {
  const steps = 5;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / steps;
    return [cx + BEVEL * Math.cos(angle), cz + BEVEL * Math.sin(angle), 0] as const;
  });
}

/** How often a surface is painted along a metre. */
export const PER_METRE = { mat: 7, wall: 6 };

/** A way round the box, stretched a little so that its mirrored picture ends where it began. */
function closed(around: number): number {
  return (2 * Math.round((around * PER_METRE.wall) / 2)) / PER_METRE.wall;
}

/**
 * Lofts the profile along the outline. u runs along the rim, up to `along` in the end; v along the profile
 * in metres. Its first and last row do not wander, so that there is no gap to what is next.
 */
function loft(
  rims: readonly Rim[],
  profile: readonly Station[],
  along: number,
  rough: number,
  seed: number,
): BufferGeometry {
  const random = seeded(seed);
  const positions: number[] = [];
  const uvs: number[] = [];
  const colours: number[] = [];
  const indices: number[] = [];
  const around = rims.length + 1;
  const total = perimeter(rims);
  let way = 0;
  profile.forEach(([offset, height, shade], row) => {
    const before = profile[row - 1];
    if (before) way += Math.hypot(offset - before[0], height - before[1]);
    const hewn = row > 0 && row + 1 < profile.length ? rough * 0.001 : 0;
    const wander = rims.map(() => (random() - 0.5) * hewn);
    for (let i = 0; i < around; i++) {
      const rim = rims[i % rims.length];
      if (!rim) continue;
      const shift = wander[i % rims.length] ?? 0;
      const reach = offset + shift * 0.6;
      positions.push(
        (rim.x + rim.nx * reach) * CM,
        (rim.y + rim.ny * reach) * CM,
        Math.max(0, height + shift * 0.5) * CM,
      );
      uvs.push(((i === rims.length ? total : rim.s) * along) / total, way);
      const light = 1 - 0.72 * shade;
      colours.push(light, light, light);
    }
  });
  for (let row = 0; row + 1 < profile.length; row++) {
    for (let i = 0; i + 1 < around; i++) {
      const a = row * around + i;
      const b = a + around;
      indices.push(a, b + 1, a + 1, a, b, b + 1);
    }
  }
  const geometry = shape(indices, { position: [positions, 3], uv: [uvs, 2], color: [colours, 3] });
  geometry.computeVertexNormals();
  closeSeam(geometry, around, profile.length);
  return geometry;
}

/** First and last column are the same edge: give them one normal. */
function closeSeam(geometry: BufferGeometry, around: number, rows: number): void {
  const normal = geometry.getAttribute("normal");
  for (let row = 0; row < rows; row++) {
    const a = row * around;
    const b = a + around - 1;
    const x = normal.getX(a) + normal.getX(b);
    const y = normal.getY(a) + normal.getY(b);
    const z = normal.getZ(a) + normal.getZ(b);
    const length = Math.hypot(x, y, z) || 1;
    for (const i of [a, b]) normal.setXYZ(i, x / length, y / length, z / length);
  }
}

/** The mat: flat, a little darker where the wall stands on it. */
function matGeometry(rims: readonly Rim[]): BufferGeometry {
  const rings = [0, 0.35, 0.7, 0.86, 0.95, 1];
  const shades = [1, 1, 0.97, 0.86, 0.68, 0.45];
  const positions: number[] = [];
  const uvs: number[] = [];
  const colours: number[] = [];
  const indices: number[] = [];
  const n = rims.length;
  rings.forEach((share, row) => {
    for (const rim of rims) {
      const x = rim.x * share;
      const y = rim.y * share;
      positions.push(x * CM, y * CM, 0);
      uvs.push(x, y);
      const light = shades[row] ?? 1;
      colours.push(light, light, light);
    }
  });
  for (let row = 0; row + 1 < rings.length; row++) {
    for (let i = 0; i < n; i++) {
      const a = row * n + i;
      const b = row * n + ((i + 1) % n);
      indices.push(a, a + n, b + n, a, b + n, b);
    }
  }
  const geometry = shape(indices, { position: [positions, 3], uv: [uvs, 2], color: [colours, 3] });
  geometry.computeVertexNormals();
  return geometry;
}

export interface BowlPaints {
  readonly fine: boolean;
  readonly anisotropy: number;
  readonly size: number;
}

function surface(surfacing: Surfacing, paints: BowlPaints, perMetre: number): Material {
  const [canvas, context] = canvasOf(paints.size);
  surfacing.paint(context, paints.size);
  const map = picture(canvas, paints.anisotropy);
  map.wrapS = map.wrapT = MirroredRepeatWrapping;
  map.repeat.set(perMetre, perMetre);
  map.offset.set(0.5, 0.5);
  return painted(map, surfacing, paints.fine, 0.75);
}

/** The rim's own picture: once round the box along x, across the rim along y. */
function rimMaterial(look: Look, paints: BowlPaints, around: number, across: number): Material {
  const width = paints.fine ? 2048 : 1024;
  const height = 64;
  const [canvas, context] = canvasOf(width, height);
  const [tile, paint] = canvasOf(512);
  look.rim.paint(paint, 512);
  for (let x = 0; x < width; x += 512) {
    context.drawImage(tile, 0, 0, 512, 256, x, 0, 256, height);
    context.save();
    context.translate(x + 512, 0);
    context.scale(-1, 1);
    context.drawImage(tile, 0, 0, 512, 256, 0, 0, 256, height);
    context.restore();
  }
  const [mark, draw] = canvasOf(width, height);
  draw.fillStyle = draw.strokeStyle = look.inlay.colour;
  const stretch = height / across / (width / around);
  if (!look.inlay.signs.length) {
    draw.fillRect(0, height * 0.44, width, height * 0.12);
  } else {
    const signs = Array.from({ length: 4 }, () => look.inlay.signs).flat();
    signs.forEach((sign, i) => {
      draw.save();
      draw.translate(((i + 0.5) * width) / signs.length, height / 2);
      draw.scale(1 / stretch, -1);
      drawSign(draw, sign, 0, 0, height * 0.58);
      draw.restore();
    });
    draw.globalAlpha = 0.55;
    draw.fillRect(0, height * 0.1, width, height * 0.03);
    draw.fillRect(0, height * 0.87, width, height * 0.03);
  }
  context.drawImage(mark, 0, 0);
  const map = picture(canvas, paints.anisotropy);
  map.wrapS = RepeatWrapping;
  map.repeat.set(1 / around, 1 / across);
  return painted(map, look.rim, paints.fine, 0.9);
}

/** A texture as a material: with relief and reflections where the quality allows them. */
function painted(
  map: CanvasTexture,
  surfacing: Surfacing,
  fine: boolean,
  reflections: number,
): Material {
  if (!fine) return new MeshLambertMaterial({ map, vertexColors: true });
  const relief = map.clone();
  relief.colorSpace = "";
  return new MeshStandardMaterial({
    map,
    vertexColors: true,
    roughness: surfacing.roughness,
    metalness: surfacing.metalness,
    bumpMap: relief,
    bumpScale: surfacing.relief,
    envMapIntensity: reflections,
  });
}

/** Half the side of the square that a figure is painted in, metres: wider than any mat. */
const FIGURE_HALF = 0.08;
const FIGURE_PIXELS = 1024;

/** The figure that somebody brought, as thin paint on the mat. */
export function matFigure(box: Box, mat: Mat, fine: boolean): Mesh {
  const [canvas, context] = canvasOf(fine ? FIGURE_PIXELS : FIGURE_PIXELS / 2);
  const scale = canvas.width / (2000 * FIGURE_HALF);
  context.setTransform(scale, 0, 0, scale, canvas.width / 2, canvas.width / 2);
  drawStroke(context, FIGURES[mat]);
  const map = picture(canvas, 4);
  map.repeat.setScalar(1 / (2 * FIGURE_HALF));
  map.offset.setScalar(0.5);
  const material = new MeshLambertMaterial({
    map,
    vertexColors: true,
    transparent: true,
    opacity: FIGURE_SHOWS,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
  });
  const mesh = new Mesh(matGeometry(smooth(box.outline)), material);
  mesh.receiveShadow = fine;
  return mesh;
}

/** How much of a wall is left where it stands between the eye and the mat. */
const LEFT = 0.14;

/** Lets one look through whatever of the box hides the mat. */
function seenThrough(material: Material, box: Box): Material {
  const { x, y } = matHalf(box);
  const size = `vec2(${(x * CM).toFixed(3)}, ${(y * CM).toFixed(3)})`;
  const level = ((box.die.edge / 2) * CM).toFixed(3);
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = `varying vec3 vPlace;\n${shader.vertexShader.replace(
      "#include <begin_vertex>",
      "#include <begin_vertex>\nvPlace = position;",
    )}`;
    shader.fragmentShader = `varying vec3 vPlace;\n${shader.fragmentShader.replace(
      "void main() {",
      `void main() {
      float beyond = (cameraPosition.z - ${level}) / max(0.001, cameraPosition.z - vPlace.z);
      vec2 hidden = (cameraPosition + (vPlace - cameraPosition) * beyond).xy / ${size};
      float kept = mix(${LEFT}, 1.0, smoothstep(0.9, 1.0, length(hidden)));
      vec2 dot2 = gl_FragCoord.xy;
      float grain = fract(52.9829189 * fract(0.06711056 * dot2.x + 0.00583715 * dot2.y));
      if (vPlace.z > 1.2 && beyond > 1.0 && grain > kept) discard;`,
    )}`;
  };
  return material;
}

/** The shapes of the box, from the mat outward: each begins where the one before it ends. */
export function bowlShapes(box: Box, rough: number) {
  const rims = smooth(box.outline);
  const top = box.wall[box.wall.length - 1] ?? [0, 0];
  const lip = top[0] ?? 0;
  const height = top[1] ?? 0;
  const reach = lip + box.rim.width;
  const slope = Math.atan2(height, lip);
  const edge: Station = [lip - BEVEL * Math.cos(slope), height - BEVEL * Math.sin(slope), 0];
  const wallProfile: Station[] = [
    [-0.0006, 0.0004, 1],
    [0.0004, 0.0014, 0.85],
    [lip * 0.08, height * 0.08, 0.52],
    [lip * 0.25, height * 0.25, 0.25],
    [lip * 0.6, height * 0.6, 0.06],
    edge,
  ];
  const inner = Math.PI - (Math.PI / 2 - slope);
  const rimProfile: Station[] = [
    edge,
    ...arc(lip + BEVEL * 0.7, height - BEVEL, inner, Math.PI / 2),
    ...arc(reach - BEVEL, height - BEVEL, Math.PI / 2, 0),
  ];
  const outerProfile: Station[] = [
    [reach, height - BEVEL, 0],
    [reach, height * 0.82, 0.05],
    [reach, height * 0.5, 0.18],
    [reach, height * 0.18, 0.5],
    [reach, 0, 0.95],
  ];
  const around = perimeter(rims);
  return {
    around,
    mat: matGeometry(rims),
    wall: loft(rims, wallProfile, closed(around), rough * 0.5, 3),
    rim: loft(rims, rimProfile, around, rough * 0.4, 4),
    outside: loft(rims, outerProfile, closed(around), rough, 5),
  };
}

export function buildBowl(box: Box, look: Look, paints: BowlPaints): Group {
  const { around, mat, wall, rim, outside } = bowlShapes(box, look.rough);
  const across = box.rim.width + 2.2 * BEVEL;
  const group = new Group();
  const side = (surfacing: Surfacing) =>
    seenThrough(surface(surfacing, paints, PER_METRE.wall), box);
  const parts: [BufferGeometry, Material][] = [
    [mat, surface(look.mat, paints, PER_METRE.mat)],
    [wall, side(look.wall)],
    [rim, seenThrough(rimMaterial(look, paints, around, across), box)],
    [outside, side(look.outside)],
  ];
  for (const [geometry, material] of parts) {
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = mesh.receiveShadow = paints.fine;
    group.add(mesh);
  }
  return group;
}

/** The table in the evening: boards, a cloth under the box, one warm lamp, a cool window far behind. */

import {
  AmbientLight,
  BackSide,
  BoxGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  Fog,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  MirroredRepeatWrapping,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  SpotLight,
  type Texture,
  type WebGLRenderer,
} from "three";
import { canvasOf, noise, wood } from "../grain";
import type { Look } from "../looks";
import { drawSign } from "../signs";
import type { BowlPaints } from "./bowl";
import { picture } from "./making";

const NIGHT = "#0a0705";
const TABLE_EDGE = 320;
const CLOTH = { width: 54, depth: 54, corner: 2.6 };
/** The cloth itself is smaller than the picture that may be painted around it. */
const PAD = { width: 33, depth: 29 };

/** What the shiny things mirror: a dark room, the lamp above, a window. */
export function surroundings(renderer: WebGLRenderer, look: Look): Texture {
  const scene = new Scene();
  const wall = new Mesh(
    new BoxGeometry(20, 20, 12),
    new MeshBasicMaterial({ color: new Color("#17100b"), side: BackSide }),
  );
  wall.position.z = 5;
  const panel = (w: number, h: number, colour: string, strength: number) =>
    new Mesh(
      new PlaneGeometry(w, h),
      new MeshBasicMaterial({
        color: new Color(colour).multiplyScalar(strength),
        side: DoubleSide,
      }),
    );
  const lamp = panel(4.4, 4.4, look.lamp, 11);
  lamp.position.set(-5.5, -2.5, 9.5);
  const strip = panel(0.8, 7, look.lamp, 3.2);
  strip.position.set(-9, -2, 4);
  strip.rotation.y = Math.PI / 2;
  const window = panel(5, 3.4, "#7d9be0", 1.5);
  window.position.set(3, 9.6, 4.6);
  window.rotation.x = Math.PI / 2;
  const floor = panel(20, 20, "#5a3418", 0.5);
  floor.position.z = -0.9;
  scene.add(wall, lamp, strip, window, floor);
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromScene(scene, 0.02);
  generator.dispose();
  return target.texture;
}

function boards(look: Look, paints: BowlPaints): Mesh {
  const size = paints.fine ? 1024 : 512;
  const [canvas, context] = canvasOf(size);
  wood(look.wood.base, look.wood.dark, 6)(context, size);
  const map = picture(canvas, paints.anisotropy);
  map.wrapS = map.wrapT = MirroredRepeatWrapping;
  map.repeat.set(5.2, 5.2);
  // Everything lies on the boards, so they are drawn first and hide nothing: over so large a plane
  // depth is not told finely enough to keep the cloth above it when seen from afar.
  const shared = { map, depthWrite: false };
  const material = paints.fine
    ? new MeshStandardMaterial({ ...shared, roughness: 0.52, envMapIntensity: 0.28 })
    : new MeshLambertMaterial(shared);
  const mesh = new Mesh(new PlaneGeometry(TABLE_EDGE, TABLE_EDGE), material);
  mesh.renderOrder = -1;
  mesh.position.z = -0.12;
  mesh.receiveShadow = paints.fine;
  return mesh;
}

/** A rounded frame around the middle, `inset` inside the edge of the pad. */
function frame(context: CanvasRenderingContext2D, inset: number, unit: number): void {
  const w = (PAD.width - 2 * inset) * unit;
  const h = (PAD.depth - 2 * inset) * unit;
  context.beginPath();
  context.roundRect(-w / 2, -h / 2, w, h, Math.max(0.2, CLOTH.corner - inset) * unit);
}

function stitch(context: CanvasRenderingContext2D, unit: number): void {
  context.setLineDash([unit * 0.5, unit * 0.32]);
  context.lineWidth = unit * 0.13;
  frame(context, 0.7, unit);
  context.stroke();
  context.setLineDash([]);
}

function runes(context: CanvasRenderingContext2D, unit: number): void {
  context.lineWidth = unit * 0.09;
  for (const inset of [0.5, 0.75]) {
    frame(context, inset, unit);
    context.stroke();
  }
  const signs = ["fire", "water", "stone", "lightning", "air"];
  const corner = [PAD.width / 2 - 2.6, PAD.depth / 2 - 2.6] as const;
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ].forEach(([x = 0, y = 0], i) => {
    drawSign(context, signs[i] ?? "", x * corner[0] * unit, y * corner[1] * unit, unit * 2.2);
  });
}

function star(context: CanvasRenderingContext2D, unit: number): void {
  context.lineWidth = unit * 0.12;
  for (const radius of [14.9, 15.2, 21.4]) {
    context.beginPath();
    context.arc(0, 0, unit * radius, 0, 7);
    context.stroke();
  }
  for (let i = 0; i < 16; i++) {
    context.save();
    context.rotate((i * Math.PI) / 8);
    const long = i % 4 === 0 ? 25.5 : i % 2 === 0 ? 22.6 : 19;
    context.beginPath();
    context.moveTo(0, -unit * long);
    context.lineTo(unit * 0.8, -unit * 15.1);
    context.lineTo(-unit * 0.8, -unit * 15.1);
    context.closePath();
    if (i % 2 === 0) context.fill();
    else context.stroke();
    context.restore();
  }
}

const FIGURES = { stitch, runes, star };

function weave(context: CanvasRenderingContext2D, base: string, unit: number): void {
  context.save();
  frame(context, 0, unit);
  context.clip();
  context.fillStyle = base;
  const w = PAD.width * unit;
  const h = PAD.depth * unit;
  context.fillRect(-w / 2, -h / 2, w, h);
  context.globalCompositeOperation = "overlay";
  context.globalAlpha = 0.5;
  context.drawImage(noise(512, 91, 160, 2), -w / 2, -h / 2, w, h);
  context.drawImage(noise(256, 92, 3, 4), -w / 2, -h / 2, w, h);
  context.restore();
}

function cloth(look: Look, paints: BowlPaints): Mesh {
  const unit = paints.fine ? 19 : 9;
  const [canvas, context] = canvasOf(CLOTH.width * unit, CLOTH.depth * unit);
  context.translate(canvas.width / 2, canvas.height / 2);
  if (look.cloth.base) weave(context, look.cloth.base, unit);
  context.globalAlpha = look.cloth.base ? 0.85 : 0.42;
  context.strokeStyle = context.fillStyle = look.cloth.line;
  FIGURES[look.cloth.figure](context, unit);
  const map = picture(canvas, paints.anisotropy);
  const shared = { map, transparent: true, depthWrite: false };
  const material = paints.fine
    ? new MeshStandardMaterial({ ...shared, roughness: 0.8, envMapIntensity: 0.3 })
    : new MeshLambertMaterial(shared);
  const mesh = new Mesh(new PlaneGeometry(CLOTH.width, CLOTH.depth), material);
  mesh.position.z = -0.06;
  mesh.receiveShadow = paints.fine;
  return mesh;
}

/** Where the room begins to fade into the night, seen from the camera, cm. */
const MIST = { from: 70, depth: 120, before: 30 };

/** The farther the camera stands, the later it fades: the table itself is always seen. */
export function clearAir(scene: Scene, away: number): void {
  if (!(scene.fog instanceof Fog)) return;
  scene.fog.near = Math.max(MIST.from, away - MIST.before);
  scene.fog.far = scene.fog.near + MIST.depth;
}

/** How bright the lamp is in the evening. */
export const LAMP = 20000;

export function buildRoom(scene: Scene, look: Look, paints: BowlPaints, shadow: number) {
  scene.background = new Color(NIGHT);
  scene.fog = new Fog(NIGHT, MIST.from, MIST.from + MIST.depth);
  const lamp = new SpotLight(new Color(look.lamp), LAMP, 0, 0.6, 1, 2);
  lamp.position.set(-18, -6, 62);
  lamp.target.position.set(0, -1, 0);
  if (shadow > 0) {
    lamp.castShadow = true;
    lamp.shadow.mapSize.set(shadow, shadow);
    lamp.shadow.camera.near = 25;
    lamp.shadow.camera.far = 90;
    lamp.shadow.bias = -0.0004;
    lamp.shadow.normalBias = 0.03;
    lamp.shadow.radius = 5;
  }
  const sky = new HemisphereLight(
    new Color(look.air),
    new Color("#3a2210"),
    paints.fine ? 1.1 : 2.2,
  );
  sky.position.set(0, 0, 1);
  const edge = new DirectionalLight(new Color("#9fb6ff"), 0.5);
  edge.position.set(10, 40, 18);
  // Into the box, onto the wall that one looks at.
  const front = new DirectionalLight(new Color(look.lamp), 0.9);
  front.position.set(6, -40, 34);
  const group = new Group();
  group.add(lamp, lamp.target, sky, edge, front, boards(look, paints), cloth(look, paints));
  if (!paints.fine) group.add(new AmbientLight("#ffe2c0", 0.55));
  return { group, lamp };
}

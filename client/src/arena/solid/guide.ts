/** What is drawn on the table to guide the hand: the path of a throw, its mark, the way play goes. */

import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Points,
  PointsMaterial,
  RingGeometry,
  Sprite,
  SpriteMaterial,
} from "three";
import { flightPath } from "../flick";
import { canvasOf } from "../grain";
import { aimField, type Extent } from "../seats";
import type { Guide } from "../stage";
import type { AimFields, Box } from "../types";
import { CM, picture } from "./making";

const DOTS = 24;
const WHITE = new Color("#ffffff");

function dotTexture(): CanvasTexture {
  const [canvas, context] = canvasOf(32);
  context.fillStyle = "#fff";
  context.beginPath();
  context.arc(16, 16, 12, 0, 7);
  context.fill();
  return new CanvasTexture(canvas);
}

/** Dotted flight and a ring where the die first lands. */
export class AimGuide implements Guide {
  readonly group = new Group();
  readonly #position = new BufferAttribute(new Float32Array(DOTS * 3), 3);
  readonly #ring = new Mesh(
    new RingGeometry(1.05, 1.3, 40),
    new MeshBasicMaterial({ transparent: true, depthTest: false }),
  );
  readonly #dots = new Points(
    new BufferGeometry().setAttribute("position", this.#position),
    new PointsMaterial({
      map: dotTexture(),
      size: 1.3,
      transparent: true,
      depthTest: false,
      depthWrite: false,
    }),
  );

  constructor() {
    this.#dots.frustumCulled = false;
    this.#dots.renderOrder = this.#ring.renderOrder = 6;
    this.group.add(this.#dots, this.#ring);
    this.hide();
  }

  hide(): void {
    this.group.visible = false;
  }

  show(aim: AimFields, box: Box, colour: string): void {
    this.group.visible = true;
    for (const { material } of [this.#dots, this.#ring])
      material.color.set(colour).lerp(WHITE, 0.3); // as light shows it
    flightPath(aim, box.die.edge, DOTS, aimField(box)).forEach(([x, y, z], i) => {
      this.#position.setXYZ(i, x * CM, y * CM, z * CM);
    });
    this.#position.needsUpdate = true;
    this.#ring.position.set(aim.x * CM, aim.y * CM, 0.06);
    this.#ring.scale.setScalar(0.8 + aim.speed * 0.35);
  }
}

/** Two curved arrows around the box that show which way the turn goes. */
export function directionArrows(
  size: Extent,
  colour: string,
): Mesh<PlaneGeometry, MeshBasicMaterial> {
  const pixels = 512;
  const [canvas, context] = canvasOf(pixels);
  context.translate(pixels / 2, pixels / 2);
  context.strokeStyle = context.fillStyle = "#fff";
  context.lineWidth = 5;
  const radius = pixels * 0.46;
  for (const half of [0.72, 0.72 + Math.PI]) {
    context.save();
    context.rotate(half);
    context.beginPath();
    context.arc(0, 0, radius, -0.26, 0.26);
    context.stroke();
    context.rotate(0.26);
    context.translate(radius, 0);
    context.beginPath();
    context.moveTo(-13, -4);
    context.lineTo(13, -4);
    context.lineTo(0, 20);
    context.fill();
    context.restore();
  }
  const material = new MeshBasicMaterial({
    map: picture(canvas),
    color: new Color(colour),
    transparent: true,
    opacity: 0.5,
    depthWrite: false,
    side: DoubleSide, // they turn over
    forceSinglePass: true,
  });
  const mesh = new Mesh(new PlaneGeometry(1, 1), material);
  const reach = (0.024 * CM) / 0.46;
  mesh.scale.set((size.x * CM) / 0.46 + reach, (size.y * CM) / 0.46 + reach, 1);
  mesh.position.z = 0.02;
  mesh.renderOrder = 1;
  return mesh;
}

/** A number that floats up from the dice that were taken. */
export function numberSprite(text: string, colour: string): Sprite {
  const [canvas, context] = canvasOf(256, 128);
  context.font = "800 92px 'Alegreya Sans', sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 12;
  context.lineJoin = "round";
  context.strokeStyle = "rgba(10,7,5,0.85)";
  context.strokeText(text, 128, 68);
  context.fillStyle = colour;
  context.fillText(text, 128, 68);
  const sprite = new Sprite(
    new SpriteMaterial({
      map: picture(canvas),
      transparent: true,
      depthTest: false,
      depthWrite: false,
      fog: false,
    }),
  );
  sprite.scale.set(5.6, 2.8, 1);
  sprite.renderOrder = 8;
  return sprite;
}

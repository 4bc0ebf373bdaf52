/** The arena in WebGL, in one look and one quality: renderer, light, box, dice, smoke. */

import {
  ACESFilmicToneMapping,
  type Material,
  type Mesh,
  type Object3D,
  PCFShadowMap,
  Scene,
  type SpotLight,
  type Texture,
  WebGLRenderer,
} from "three";
import type { Mat } from "../../protocol";
import { LOOKS, type Look } from "../looks";
import { extent } from "../seats";
import { BOXES, type Label } from "../stage";
import type { Losable } from "../twofold";
import type { Box, LookName, QualityName } from "../types";
import { buildBowl, matFigure } from "./bowl";
import type { Drawing } from "./context";
import { DiceMesh } from "./dice";
import { AimGuide, directionArrows, numberSprite } from "./guide";
import { CM } from "./making";
import { buildRoom, clearAir, LAMP, surroundings } from "./room";
import { Sparks } from "./sparks";
import { View } from "./view";

interface StageQuality {
  readonly fine: boolean;
  readonly shadow: number;
  readonly density: number;
  readonly paint: number;
}

const QUALITIES: Readonly<Record<QualityName, StageQuality>> = {
  low: { fine: false, shadow: 0, density: 1, paint: 256 },
  medium: { fine: true, shadow: 1024, density: 1.5, paint: 256 },
  high: { fine: true, shadow: 2048, density: 2, paint: 512 },
};

export class SolidStage implements Losable {
  onReady = () => undefined;
  onLost = () => undefined;
  readonly renderer: WebGLRenderer;
  readonly picture: HTMLCanvasElement;
  readonly behind = 0.014;
  readonly view = new View();
  readonly smoke = new Sparks(false);
  readonly sparks = new Sparks(true);
  readonly guide = new AimGuide();
  readonly advice = new AimGuide();
  readonly #scene = new Scene();
  readonly #quality: StageQuality;
  readonly #lost = () => this.onLost();
  look: Look = LOOKS.strike;
  #lamp: SpotLight | null = null;
  #dice: DiceMesh | null = null;
  #arrows: Mesh | null = null;
  #dressing = 0;
  #mat: Mat | null = null;
  #figure: Mesh | null = null;
  #ready = false;

  constructor(quality: QualityName, { canvas, context }: Drawing) {
    this.#quality = QUALITIES[quality];
    this.picture = canvas;
    this.renderer = new WebGLRenderer({ canvas, context });
    // Reading what a compiler has to say stops the page until it is done.
    this.renderer.debug.checkShaderErrors = import.meta.env.DEV;
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.05;
    this.renderer.shadowMap.enabled = this.#quality.shadow > 0;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, this.#quality.density));
    canvas.addEventListener("webglcontextlost", this.#lost);
  }

  get box(): Box {
    return BOXES[this.look.name];
  }

  get dice(): DiceMesh {
    if (!this.#dice) throw new Error("a look must be chosen first");
    return this.#dice;
  }

  get drawCalls(): number {
    return this.renderer.info.render.calls;
  }

  dress(name: LookName): void {
    this.#clear();
    const look = LOOKS[name];
    this.look = look;
    const { fine, shadow, paint } = this.#quality;
    const anisotropy = fine ? Math.min(8, this.renderer.capabilities.getMaxAnisotropy()) : 1;
    const paints = { fine, anisotropy, size: paint };
    const room = buildRoom(this.#scene, look, paints, shadow);
    this.#lamp = room.lamp;
    if (fine) {
      this.#scene.environment = surroundings(this.renderer, look);
      this.#scene.environmentIntensity = 0.55;
    }
    this.#dice = new DiceMesh(this.box, look.dice, fine, anisotropy);
    this.#arrows = directionArrows(extent(this.box), look.accent);
    this.#scene.add(
      room.group,
      buildBowl(this.box, look, paints),
      this.#dice.blobs,
      this.#dice.mesh,
      this.#arrows,
      this.smoke.points,
      this.sparks.points,
      this.advice.group,
      this.guide.group,
    );
    this.spread(this.#mat);
    void this.#prepare();
  }

  spread(mat: Mat | null): void {
    if (mat === this.#mat && this.#figure?.parent) return;
    if (this.#figure) {
      this.#scene.remove(this.#figure);
      release(this.#figure);
    }
    this.#mat = mat;
    this.#figure = mat && matFigure(this.box, mat, this.#quality.fine);
    if (this.#figure) this.#scene.add(this.#figure);
  }

  /** Shaders are built aside, where the browser can, so that the page does not stand still. */
  async #prepare(): Promise<void> {
    const turn = ++this.#dressing;
    this.#ready = false;
    await this.renderer.compileAsync(this.#scene, this.view.camera);
    if (turn !== this.#dressing) return;
    this.#ready = true;
    this.onReady();
  }

  light(power: number): void {
    if (this.#lamp) this.#lamp.intensity = LAMP * power;
  }

  turnArrows(angle: number): void {
    this.#arrows?.rotation.set(0, angle, 0);
    this.#arrows?.position.setZ(0.02 + Math.sin(angle) * 6);
  }

  showArrows(visible: boolean): void {
    if (this.#arrows) this.#arrows.visible = visible;
  }

  label(text: string, colour: string): Label {
    const sprite = numberSprite(text, colour);
    this.#scene.add(sprite);
    return {
      move: (x, y, z, opacity) => {
        sprite.position.set(x * CM, y * CM, z * CM);
        sprite.material.opacity = opacity;
      },
      remove: () => {
        this.#scene.remove(sprite);
        release(sprite);
      },
    };
  }

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height, false);
    this.view.resize(width, height);
    const pixels = height * this.renderer.getPixelRatio();
    const opening = (this.view.camera.fov * Math.PI) / 180;
    for (const cloud of [this.smoke, this.sparks]) cloud.scale(pixels, opening);
  }

  /** Fewer pixels on a device that cannot keep up; false when there is nothing left to spare. */
  spare(): boolean {
    if (this.renderer.shadowMap.enabled && this.renderer.getPixelRatio() <= 1) {
      this.renderer.shadowMap.enabled = false;
      if (this.#lamp) this.#lamp.castShadow = false;
      return true;
    }
    if (this.renderer.getPixelRatio() <= 0.75) return false;
    this.renderer.setPixelRatio(Math.max(0.75, this.renderer.getPixelRatio() * 0.75));
    return true;
  }

  render(): void {
    if (!this.#ready) return;
    clearAir(this.#scene, this.view.camera.position.length());
    this.renderer.render(this.#scene, this.view.camera);
  }

  dispose(): void {
    this.#dressing++;
    this.#clear();
    const { smoke, sparks, guide, advice } = this;
    for (const part of [smoke.points, sparks.points, guide.group, advice.group]) release(part);
    this.picture.removeEventListener("webglcontextlost", this.#lost);
    this.renderer.dispose();
    this.picture.remove();
  }

  #clear(): void {
    this.smoke.clear();
    this.sparks.clear();
    this.guide.hide();
    this.advice.hide();
    const { smoke, sparks, guide, advice } = this;
    const kept = new Set<Object3D>([smoke.points, sparks.points, guide.group, advice.group]);
    for (const child of [...this.#scene.children]) {
      this.#scene.remove(child);
      if (!kept.has(child)) release(child);
    }
    this.#scene.environment?.dispose();
    this.#scene.environment = null;
  }
}

/** Gives back what a part of the scene holds on the graphics card. */
function release(object: Object3D): void {
  object.traverse((part) => {
    const mesh = part as Partial<Mesh>;
    mesh.geometry?.dispose();
    const materials = mesh.material ? [mesh.material].flat() : [];
    for (const material of materials as Material[]) {
      for (const value of Object.values(material)) {
        if (value && typeof value === "object" && "isTexture" in value)
          (value as Texture).dispose();
      }
      material.dispose();
    }
    const light = part as Partial<SpotLight>;
    light.shadow?.dispose();
  });
}

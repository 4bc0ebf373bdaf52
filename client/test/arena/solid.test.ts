/**
 * The picture in 3D: everything that the graphics card is given to draw, in numbers of three digits, compared with
 * what was given when somebody looked at the picture (`vitest run -u` writes it anew).
 */

import type { BufferGeometry, Material, Mesh, Object3D, Scene, SpotLight } from "three";
import { beforeEach, expect, test, vi } from "vitest";
import { aimOf } from "../../src/arena/flick";
import { boxSight, restingPose } from "../../src/arena/seats";
import { BOXES } from "../../src/arena/stage";
import type { LookName, QualityName } from "../../src/arena/types";

let drawn: Scene;

class FakeRenderer {
  readonly debug = {};
  readonly shadowMap = { enabled: false };
  readonly capabilities = { getMaxAnisotropy: () => 16 };
  readonly info = { render: { calls: 1 } };
  #ratio = 1;
  setPixelRatio(ratio: number): void {
    this.#ratio = ratio;
  }
  getPixelRatio = () => this.#ratio;
  setSize = () => undefined;
  compileAsync = async () => undefined;
  render(scene: Scene): void {
    drawn = scene;
  }
  dispose = () => undefined;
}

class FakeGenerator {
  fromScene = () => ({ texture: { dispose: () => undefined } });
  dispose = () => undefined;
}

vi.mock("three", async (original) => ({
  ...(await original<object>()),
  WebGLRenderer: FakeRenderer,
  PMREMGenerator: FakeGenerator,
}));
vi.stubGlobal("window", { devicePixelRatio: 2 });
vi.stubGlobal("Path2D", class {});
const { SolidStage } = await import("../../src/arena/solid/stage");

/** A canvas that remembers what was done to it: how often, and the sum of all numbers. */
function canvas() {
  const done = new Map<string, number>();
  const made = {
    ...{ width: 300, height: 150, done },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    remove: () => undefined,
    getContext: () => pen,
  };
  const noted = (name: string, all: readonly unknown[]) => {
    done.set(name, (done.get(name) ?? 0) + 1);
    for (const one of all)
      if (typeof one === "number") done.set("sum", (done.get("sum") ?? 0) + Math.abs(one));
  };
  const image = (width: number, height: number) => ({
    width,
    height,
    data: new Uint8ClampedArray(width * height * 4),
  });
  const given: Record<string, unknown> = {
    createImageData: image,
    getImageData: (_x: number, _y: number, width: number, height: number) => image(width, height),
    createLinearGradient: () => ({ addColorStop: () => undefined }),
    createRadialGradient: () => ({ addColorStop: () => undefined }),
  };
  const pen: object = new Proxy(given, {
    get: (_, name: string) => given[name] ?? ((...all: unknown[]) => noted(name, all)),
    set: (_, name: string, value) => {
      noted(`${name}=${typeof value === "string" ? value : ""}`, [value]);
      return true;
    },
  });
  return made;
}

beforeEach(() => void vi.stubGlobal("document", { createElement: canvas }));

const three = (value: number) => String(Number(value.toPrecision(3)));

function shape({ attributes, index }: BufferGeometry): string {
  const all = Object.entries(index ? { ...attributes, index } : attributes);
  return all
    .map(([name, { array, count }]) => {
      const total = Array.from(array).reduce(
        (sum, one, i) => sum + Math.abs(one) * (1 + (i % 7)),
        0,
      );
      return `${name} ${count} ${three(total)}`;
    })
    .sort()
    .join(", ");
}

/** What a material is, beside what every one of its kind is. */
function surface(material: Material): string {
  const plain = new (material.constructor as new () => Material)();
  const told = Object.entries(material).flatMap(([name, value]) => {
    if (value?.isTexture) {
      const done: Map<string, number> = value.image?.done ?? new Map();
      const painted = [...done].map(([what, count]) => `${what}:${three(count)}`).join(" ");
      return [
        `${name} ${value.wrapS} ${value.anisotropy} ${[...value.repeat].map(three)} (${painted})`,
      ];
    }
    const usual = plain[name as keyof Material] as unknown;
    const [here, there] = [value, usual].map((one) => JSON.stringify(one) ?? "");
    const isPlain = typeof value === "function" || /^(uuid|version)$/.test(name) || here === there;
    return isPlain ? [] : [`${name} ${typeof value === "number" ? three(value) : here}`];
  });
  return [material.type, ...told.sort()].join("\n      ");
}

/** A part and what is in it, a line each. */
function reading(part: Object3D): string[] {
  const { geometry, material, count } = part as Mesh & { count?: number };
  const light = part as SpotLight;
  const place = [...part.position, ...part.scale].map(three).join(" ");
  const flags = [
    part.visible ? "" : " hidden",
    part.castShadow ? " casts" : "",
    part.receiveShadow ? " receives" : "",
    part.renderOrder ? ` order ${part.renderOrder}` : "",
    count === undefined ? "" : ` × ${count}`,
    light.isLight ? ` ${three(light.intensity)} #${light.color.getHexString()}` : "",
    light.castShadow && light.shadow ? ` shadow ${[...light.shadow.mapSize]}` : "",
  ];
  return [
    `${part.type} at ${place}${flags.join("")}`,
    ...(geometry ? [`  ${shape(geometry)}`] : []),
    ...(material ? [material].flat().map((one) => `    ${surface(one)}`) : []),
    ...part.children.flatMap(reading).map((line) => `  ${line}`),
  ];
}

async function stageOf(name: LookName, quality: QualityName) {
  const stage = new SolidStage(quality, { canvas: canvas(), context: {} } as never);
  stage.spread("rings");
  stage.dress(name);
  await Promise.resolve();
  stage.resize(400, 500);
  return stage;
}

test.each([
  ["strike", "low"],
  ["strike", "medium"],
  ["impact", "medium"],
  ["wizards", "high"],
] as const)("%s, in quality %s", async (name, quality) => {
  const stage = await stageOf(name, quality);
  const box = BOXES[name];
  const { edge } = box.die;
  stage.view.frame(boxSight(box), { top: 40, right: 0, bottom: 90, left: 10 }, edge);
  stage.light(0.9);
  stage.showArrows(true);
  stage.turnArrows(0.4);
  stage.dice.draw([
    { pose: restingPose(0, 0, edge / 2, 3) },
    { pose: restingPose(0.03, 0.02, edge / 2, 8, 1), finish: "brass", glow: "#f00", amount: 1 },
  ]);
  stage.guide.show(aimOf(box, 0.01, 0.02, -1.2, 0.5), box, "#fa0");
  stage.label("+3", "#fff").move(0.01, 0.02, 0.03, 0.5);
  stage.render();
  const given = drawn.children.flatMap(reading).join("\n");
  await expect(`${given}\n`).toMatchFileSnapshot(`pictures/${name}-${quality}.txt`);
  stage.dispose();
  expect(drawn.children).toEqual([]);
});

test("a device that cannot keep up is spared pixels, then shadows, until nothing is left to spare", async () => {
  const stage = await stageOf("impact", "medium");
  const { renderer } = stage;
  const state = () => [renderer.getPixelRatio(), renderer.shadowMap.enabled];
  const steps = [state()];
  while (stage.spare()) steps.push(state());
  expect(steps).toEqual([
    [1.5, true],
    [1.125, true],
    [0.84375, true],
    [0.84375, false],
    [0.75, false],
  ]);
});

/** Surfaces painted at start: noise, wood, felt, stone, brass. Canvas only; each is a function of its seed. */

export type Painter = (context: CanvasRenderingContext2D, size: number) => void;

/** A small fast generator (mulberry32): looks, never luck. */
export function seeded(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function canvasOf(
  width: number,
  height = width,
): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser has no 2D canvas");
  return [canvas, context];
}

/** So many grey cells, each as dark as it likes. */
function cellsOf(across: number, down: number, random: () => number): HTMLCanvasElement {
  const [small, paint] = canvasOf(across, down);
  const pixels = paint.createImageData(across, down);
  for (let i = 0; i < pixels.data.length; i += 4) {
    const grey = random() * 255;
    pixels.data[i] = pixels.data[i + 1] = pixels.data[i + 2] = grey;
    pixels.data[i + 3] = 255;
  }
  paint.putImageData(pixels, 0, 0);
  return small;
}

/** Grey fractal noise in a fresh canvas, stretched by `aspect`; octaves much finer than its pixels are left out. */
export function noise(
  size: number,
  seed: number,
  cells: number,
  octaves: number,
  aspect = 1,
): HTMLCanvasElement {
  const [canvas, context] = canvasOf(size);
  const random = seeded(seed);
  flat(context, size, "#808080");
  context.imageSmoothingQuality = "high";
  for (let i = 0; i < octaves && cells * aspect * 2 ** i <= 2 * size; i++) {
    const across = Math.max(2, Math.round(cells * 2 ** i));
    const down = Math.max(2, Math.round(cells * 2 ** i * aspect));
    const small = cellsOf(across, down, random);
    context.globalAlpha = 1 / (i + 1.15);
    context.drawImage(small, 0.5, 0.5, across - 1, down - 1, 0, 0, size, size);
  }
  return canvas;
}

function tint(
  context: CanvasRenderingContext2D,
  size: number,
  layer: HTMLCanvasElement,
  mode: GlobalCompositeOperation,
  alpha: number,
): void {
  context.globalCompositeOperation = mode;
  context.globalAlpha = alpha;
  context.drawImage(layer, 0, 0, size, size);
  context.globalAlpha = 1;
  context.globalCompositeOperation = "source-over";
}

function flat(context: CanvasRenderingContext2D, size: number, colour: string): void {
  context.fillStyle = colour;
  context.fillRect(0, 0, size, size);
}

/** Old boards, oiled: planks along x, each with its own run of grain. */
export const wood =
  (base: string, dark: string, planks: number): Painter =>
  (context, size) => {
    flat(context, size, base);
    const random = seeded(11);
    const height = size / planks;
    const fine = size / 2; // a plank is long and narrow: a finer grain would not be seen
    for (let p = 0; p < planks; p++) {
      context.save();
      context.beginPath();
      context.rect(0, p * height, size, height);
      context.clip();
      context.globalAlpha = 0.28 * random();
      context.fillStyle = random() > 0.5 ? "#000" : "#d89a58";
      context.fillRect(0, p * height, size, height);
      context.globalCompositeOperation = "overlay";
      context.globalAlpha = 0.5;
      const grain = noise(fine, 20 + p, 4, 5, 12);
      const from = 0.2 * fine * random();
      context.drawImage(grain, from, 0, 0.8 * fine, fine, 0, p * height, size, height);
      context.globalCompositeOperation = "multiply";
      context.globalAlpha = 0.5;
      context.drawImage(noise(fine / 2, 70 + p, 3, 3, 4), 0, p * height, size, height);
      context.restore();
      context.fillStyle = dark;
      context.globalAlpha = 0.85;
      context.fillRect(0, p * height - size / 900, size, size / 450);
      context.globalAlpha = 0.12;
      context.fillStyle = "#ffdcae";
      context.fillRect(0, p * height + size / 450, size, size / 700);
      context.globalAlpha = 1;
    }
  };

/** Felt: one strong colour, calm, with a fine tooth. */
export const felt =
  (colour: string): Painter =>
  (context, size) => {
    flat(context, size, colour);
    tint(context, size, noise(size, 5, size / 2, 1), "soft-light", 0.12);
    tint(context, size, noise(size, 6, 4, 2), "soft-light", 0.1);
  };

/** Hewn stone: broad stains, a fine grit and a few veins. */
export const stone =
  (colour: string, vein: string): Painter =>
  (context, size) => {
    flat(context, size, colour);
    tint(context, size, noise(size, 31, 3, 4), "overlay", 0.6);
    tint(context, size, noise(size, 32, size / 3, 1), "overlay", 0.16);
    tint(context, size, noise(size, 34, size / 16, 2), "soft-light", 0.45);
    const random = seeded(33);
    context.strokeStyle = vein;
    for (let i = 0; i < 9; i++) {
      context.globalAlpha = 0.12 + 0.2 * random();
      context.lineWidth = size * (0.001 + 0.003 * random());
      let x = random() * size;
      let y = random() * size;
      let angle = random() * 6.3;
      context.beginPath();
      context.moveTo(x, y);
      for (let k = 0; k < 26; k++) {
        angle += (random() - 0.5) * 0.9;
        x += (Math.cos(angle) * size) / 40;
        y += (Math.sin(angle) * size) / 40;
        context.lineTo(x, y);
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  };

/** Smooth moulded plastic or card: almost even. */
export const moulded =
  (colour: string): Painter =>
  (context, size) => {
    flat(context, size, colour);
    tint(context, size, noise(size, 41, size / 2, 1), "overlay", 0.12);
    tint(context, size, noise(size, 42, 3, 3), "soft-light", 0.25);
  };

/** Brass that many hands have touched. */
export const brass =
  (colour: string): Painter =>
  (context, size) => {
    flat(context, size, colour);
    tint(context, size, noise(size, 51, 6, 4), "soft-light", 0.6);
    tint(context, size, noise(size, 52, 3, 3, 40), "overlay", 0.22);
  };

/**
 * The signs on the dice, all our own drawings, each in a box of 100 by 100, y downward.
 * One source for the engraved dice and for the icons of the panels. No rules in here.
 */

interface Sign {
  /** Closed areas, filled by the even-odd rule. */
  readonly fill?: string;
  /** Lines drawn with `width`. */
  readonly stroke?: string;
  readonly width?: number;
  /** Round ends and corners (numbers, wind), or cut ones. */
  readonly round?: boolean;
}

function ray(angle: number, from: number, to: number): string {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const at = (r: number) => `${(50 + r * c).toFixed(2)} ${(50 + r * s).toFixed(2)}`;
  return `M${at(from)}L${at(to)}`;
}

function wedge(angle: number, from: number, to: number, half: number): string {
  const point = (r: number, turn: number) =>
    `${(50 + r * Math.cos(angle + turn)).toFixed(2)} ${(50 + r * Math.sin(angle + turn)).toFixed(2)}`;
  const waist = from + (to - from) * 0.4;
  return `M${point(from, 0)}L${point(waist, half)}L${point(to, 0)}L${point(waist, -half)}Z`;
}

function turns(n: number, offset = 0): number[] {
  return Array.from({ length: n }, (_, i) => offset + (i * 2 * Math.PI) / n);
}

function crystal(): string {
  const arms = turns(6, -Math.PI / 2).map((angle) => {
    const barb = (r: number, length: number) => {
      const x = 50 + r * Math.cos(angle);
      const y = 50 + r * Math.sin(angle);
      return [0.9, -0.9]
        .map((turn) => {
          const bx = x + length * Math.cos(angle + turn);
          const by = y + length * Math.sin(angle + turn);
          return `M${x.toFixed(2)} ${y.toFixed(2)}L${bx.toFixed(2)} ${by.toFixed(2)}`;
        })
        .join("");
    };
    return ray(angle, 0, 42) + barb(21, 15);
  });
  return arms.join("");
}

const BURST =
  turns(4, -Math.PI / 2)
    .map((angle) => wedge(angle, 10, 46, 0.34))
    .join("") +
  turns(4, -Math.PI / 4)
    .map((angle) => wedge(angle, 12, 36, 0.3))
    .join("");

export const SIGNS: Readonly<Record<string, Sign>> = {
  X: { stroke: "M25 25L75 75M75 25L25 75", width: 15 },
  "2": {
    stroke:
      "M30 37C30 24 39 16 50.500 16C62 16 70 23.500 70 34C70 44 64 50 52 61L30 81.500L72 81.500",
    width: 12.5,
  },
  "3": {
    stroke:
      "M30 18L68 18L46 44C61 42 71 51 71 63.500C71 75.500 62 84 49.500 84C40.500 84 33 80 28.500 72",
    width: 12.5,
  },
  "4": { stroke: "M61 88L61 14L25 64.500L78 64.500", width: 12.5 },
  "5": {
    stroke:
      "M69 18L37 18L34 47C39 42 45 40 51 40C63 40 71 49 71 61.500C71 75 62 84 49.500 84C40.500 84 33 80 28.500 72",
    width: 12.5,
  },
  "6": {
    stroke:
      "M63 12C47 24 29 41 29 62C29 75 38 84.500 50.500 84.500C63 84.500 72 75.500 72 63.500C72 51.500 63.500 43 52 43C43 43 35 48 31 56",
    width: 12.5,
  },
  fire: {
    fill:
      "M55 5C59 25 79 36 79 62C79 80 66 94 50 94C34 94 21 81 21 63C21 49 29 42 33 29C39 34 42 40 43 46C51 36 56 22 55 5Z" +
      "M50 84C57.500 84 63 78.500 63 71.500C63 62 54 57 52 47C47 57 37 61 37 71.500C37 78.500 42.500 84 50 84Z",
  },
  water: {
    stroke:
      "M11 35C20 23 31 23 38 32C45 41 55 41 62 32C69 23 80 23 89 35" +
      "M11 56C20 44 31 44 38 53C45 62 55 62 62 53C69 44 80 44 89 56" +
      "M11 77C20 65 31 65 38 74C45 83 55 83 62 74C69 65 80 65 89 77",
    width: 9.5,
    round: true,
  },
  stone: {
    fill:
      "M40 10L57 8L66 18L62 31L43 33L33 22Z" +
      "M31 38L66 36L76 47L70 59L33 61L22 50Z" +
      "M22 66L74 64L88 78L81 92L20 93L11 79Z",
  },
  lightning: { fill: "M60 4L21 55L44 55L35 96L79 40L54 40Z" },
  air: {
    stroke:
      "M11 41L58 41C72 41 75 19 60 19C52 19 49 25 50.500 31" +
      "M11 57L74 57C91 57 91 80 75 80C67 80 64 74 65.500 68" +
      "M11 73L41 73C53 73 53 91 42 91C36 91 33.500 87 34.500 82.500",
    width: 9,
    round: true,
  },
  immobulus: { stroke: crystal(), width: 7, round: true },
  relashio: { fill: BURST },
  accio: {
    fill: "M66 7L72.500 27.500L93 34L72.500 40.500L66 61L59.500 40.500L39 34L59.500 27.500Z",
    stroke: "M10 66C21 65 31 60 39 52M14 90C33 87 48 77 56 62M40 93C53 89 63 81 69 70",
    width: 7.5,
    round: true,
  },
  wingardium: {
    fill:
      "M84 8C58 8 34 24 29 50C27 59 27 66 28 71L16 90L22 94L34 76C40 77 46 76 52 74L47 67L60 70C65 67 69 63 72 59L63 56L77 50C82 40 85 25 84 8Z" +
      "M71 24C55 36 44 49 36 64L39 66C48 52 58 39 73 26Z",
  },
  confundo: {
    fill: "M62 4L86 24L62 44ZM38 56L14 76L38 96Z",
    stroke: "M66 24L38 24C16 24 16 50 38 50L62 50C84 50 84 76 62 76L34 76",
    width: 9,
  },
};

/** Draws a sign into a canvas, centred at (x, y) with the given edge length. */
export function drawSign(
  context: CanvasRenderingContext2D,
  name: string,
  x: number,
  y: number,
  size: number,
): void {
  const sign = SIGNS[name];
  if (!sign) return;
  context.save();
  context.translate(x - size / 2, y - size / 2);
  context.scale(size / 100, size / 100);
  if (sign.fill) context.fill(new Path2D(sign.fill), "evenodd");
  if (sign.stroke) {
    context.lineWidth = sign.width ?? 10;
    context.lineCap = sign.round ? "round" : "butt";
    context.lineJoin = sign.round ? "round" : "miter";
    context.miterLimit = 6;
    context.stroke(new Path2D(sign.stroke));
  }
  context.restore();
}

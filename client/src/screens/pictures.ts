/** Pictures to send: of a throw of the day, a square for each die; of an evening, in words. */

import type { DieFate } from "../memory/days";

/** Of the squares, here and on the page. */
export const COLOURS: Readonly<Record<DieFate, string>> = {
  taken: "#3b88c3",
  left: "#e6e7e8",
  lost: "#17191b",
  out: "#f4900c",
};
const WIDTH = 1080;
const HEIGHT = 540;
const MARGIN = 64;
const GAP = 12;
/** Between the dice that lay there and those that were thrown. */
const APART = 36;
const PAPER = "#fbf3e6";
const INK = "#2b1c10";
/** Of a line, in sizes of its letters. */
const LEADING = 1.35;
const FACE = '"Alegreya Sans", sans-serif';

/** Where each square begins, and how large they are: together as wide as the picture allows. */
export function squaresAt(dice: number, thrown: number): { side: number; lefts: number[] } {
  const side = (WIDTH - 2 * MARGIN - APART - (dice - 1) * GAP) / dice;
  const left = (i: number) => MARGIN + i * (side + GAP) + (i >= dice - thrown ? APART : 0);
  return { side, lefts: Array.from({ length: dice }, (_, i) => left(i)) };
}

/** A line with the size of its letters. */
type Line = readonly [text: string, size: number];

/** These lines, one below the other, and squares before the last one, the last `thrown` of them a little
 * apart; a PNG, null where the browser draws none. */
export async function drawn(
  lines: readonly Line[],
  dice: readonly DieFate[] = [],
  thrown = 0,
): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = INK;
  let y = MARGIN;
  lines.forEach(([text, size], i) => {
    if (dice.length && i === lines.length - 1) y = drawSquares(context, dice, thrown, y + GAP);
    y += size * LEADING;
    context.fillStyle = INK;
    context.font = `800 ${size}px ${FACE}`;
    context.fillText(text, MARGIN, y, WIDTH - 2 * MARGIN);
  });
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return blob && new File([blob], "kessel.png", { type: blob.type });
}

/** To where they reach. */
function drawSquares(
  context: CanvasRenderingContext2D,
  dice: readonly DieFate[],
  thrown: number,
  top: number,
): number {
  const { side, lefts } = squaresAt(dice.length, thrown);
  dice.forEach((fate, i) => {
    context.beginPath();
    context.roundRect(lefts[i] ?? 0, top, side, side, 16);
    context.fillStyle = COLOURS[fate];
    context.fill();
    context.stroke();
  });
  return top + side;
}

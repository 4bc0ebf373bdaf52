/** The throw of the day as a picture to send: what it is, a square for each die, and the count. */

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
const FACE = '"Alegreya Sans", sans-serif';

export interface DayPicture {
  readonly title: string;
  readonly edition: string;
  readonly took: string;
  readonly dice: readonly DieFate[];
  /** How many of the dice were thrown: the last ones. */
  readonly thrown: number;
}

/** Where each square begins, and how large they are: together as wide as the picture allows. */
export function squaresAt(dice: number, thrown: number): { side: number; lefts: number[] } {
  const side = (WIDTH - 2 * MARGIN - APART - (dice - 1) * GAP) / dice;
  const left = (i: number) => MARGIN + i * (side + GAP) + (i >= dice - thrown ? APART : 0);
  return { side, lefts: Array.from({ length: dice }, (_, i) => left(i)) };
}

/** A PNG; null where the browser draws none. */
export async function dayPicture(picture: DayPicture): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) return null;
  draw(context, picture);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return blob && new File([blob], "kessel.png", { type: blob.type });
}

function draw(context: CanvasRenderingContext2D, picture: DayPicture): void {
  const write = (text: string, size: number, y: number) => {
    context.font = `800 ${size}px ${FACE}`;
    context.fillText(text, MARGIN, y, WIDTH - 2 * MARGIN);
  };
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = INK;
  write(picture.title, 44, 110);
  write(picture.edition, 44, 170);
  write(picture.took, 84, 460);
  const { side, lefts } = squaresAt(picture.dice.length, picture.thrown);
  picture.dice.forEach((fate, i) => {
    context.beginPath();
    context.roundRect(lefts[i] ?? 0, 230, side, side, 16);
    context.fillStyle = COLOURS[fate];
    context.fill();
    context.stroke();
  });
}

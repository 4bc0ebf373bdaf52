/** The flat picture on a canvas, frame by frame: for a throw that is sent as an animation. */

import type { Finish, Mat } from "../../protocol";
import { drawStroke, FIGURE_SHOWS, FIGURES, FRAMES } from "../finery";
import { READABLE, sidesSeen } from "../flat/faces";
import { boxLayers, matShape } from "../flat/table";
import { byDepth, FlatView } from "../flat/view";
import { canvasOf } from "../grain";
import { LOOKS, type Look } from "../looks";
import { boxSight } from "../seats";
import { drawSign } from "../signs";
import { BOXES } from "../stage";
import type { Box, LookName } from "../types";
import type { ClipDie } from "./timeline";

/** Pixels of the picture, and of the lines of text below it. */
export const SIZE = { width: 400, height: 444, line: 23 };
/** Who threw, and what came of it. */
const TITLE_LINES = 1;
const RESULT_LINES = 3;
const TEXT = "#f8eddc";
const TABLE = "#2a190d";

export class ClipPainter {
  readonly #context = canvasOf(SIZE.width, SIZE.height)[1];
  readonly #look: Look;
  readonly #box: Box;
  readonly #view = new FlatView();
  readonly #ground: HTMLCanvasElement;

  constructor(name: LookName, mat: Mat | null) {
    this.#look = LOOKS[name];
    this.#box = BOXES[name];
    this.#view.resize(SIZE.width, SIZE.height);
    const text = (TITLE_LINES + RESULT_LINES) * SIZE.line;
    const insets = { top: 14, right: 14, bottom: 14 + text, left: 14 };
    this.#view.frame(boxSight(this.#box), insets, this.#box.die.edge);
    this.#ground = this.#drawGround(mat);
  }

  /** These dice, with who threw and what came of it below, as pixels. */
  frame(dice: readonly ClipDie[], title: string, result: string): ImageData {
    const context = this.#context;
    context.drawImage(this.#ground, 0, 0);
    for (const die of byDepth([...dice], (one) => one.pose, this.#view)) this.#drawDie(die);
    this.#write([title], TITLE_LINES, RESULT_LINES);
    const width = (line: string) => context.measureText(line).width;
    this.#write(broken(result, SIZE.width - 20, RESULT_LINES, width), RESULT_LINES, 0);
    return context.getImageData(0, 0, SIZE.width, SIZE.height);
  }

  /** Lines below each other, with so many more below them. */
  #write(lines: readonly string[], room: number, below: number): void {
    const context = this.#context;
    context.fillStyle = TEXT;
    context.font = `800 18px "Alegreya Sans", sans-serif`;
    context.textAlign = "center";
    lines.forEach((line, i) => {
      const y = SIZE.height - 12 - (below + room - 1 - i) * SIZE.line;
      context.fillText(line, SIZE.width / 2, y, SIZE.width - 20);
    });
  }

  #drawGround(mat: Mat | null): HTMLCanvasElement {
    const [ground, context] = canvasOf(SIZE.width, SIZE.height);
    context.fillStyle = TABLE;
    context.fillRect(0, 0, SIZE.width, SIZE.height);
    const { x, y } = this.#view.middle;
    const scale = this.#view.scale / 1000;
    context.setTransform(scale, 0, 0, -scale, x, y);
    for (const layer of boxLayers(this.#box, this.#look)) {
      const path = new Path2D(layer.d);
      context.globalAlpha = layer.opacity ?? 1;
      context.fillStyle = layer.fill ?? "transparent";
      context.fill(path);
      if (!layer.stroke) continue;
      context.strokeStyle = layer.stroke;
      context.lineWidth = layer.width ?? 1;
      context.stroke(path);
    }
    if (mat) {
      context.clip(new Path2D(matShape(this.#box)));
      context.globalAlpha = FIGURE_SHOWS;
      drawStroke(context, FIGURES[mat]);
    }
    return ground;
  }

  #drawDie({ pose, finish }: ClipDie): void {
    const context = this.#context;
    const edge = this.#box.die.edge;
    const [x, y, z] = pose;
    const shadow = this.#view.project(x, y, 0);
    const lift = Math.max(0, z - edge / 2);
    context.fillStyle = "rgb(0 0 0 / 35%)";
    context.beginPath();
    const reach = edge * this.#view.scale * (0.72 + 2 * lift);
    context.ellipse(shadow.x, shadow.y, reach, reach, 0, 0, 7);
    context.fill();
    const at = this.#view.project(x, y, z);
    const seeing = (a: number, b: number, c: number) => this.#view.seen(a, b, c);
    for (const side of sidesSeen(pose, edge * this.#view.scale * (1 + 1.6 * lift), seeing)) {
      const [a, b, c, d, e, f] = side.matrix;
      context.save();
      context.setTransform(a, b, c, d, e + at.x, f + at.y);
      this.#drawSide(this.#box.faces[side.axis] ?? "", side.level, finish);
      context.restore();
    }
  }

  #drawSide(face: string, level: number, finish: Finish | null): void {
    const context = this.#context;
    const { dice } = this.#look;
    context.beginPath();
    context.roundRect(0, 0, 100, 100, 17);
    context.fillStyle = dice.body;
    context.fill();
    if (finish) for (const stroke of FRAMES[finish]) drawStroke(context, stroke);
    context.setLineDash([]);
    if (level > READABLE && !dice.bare.includes(face)) {
      context.fillStyle = context.strokeStyle = dice.signs[face] ?? dice.sign;
      drawSign(context, face, 50, 50, 66);
    }
    context.beginPath();
    context.roundRect(0, 0, 100, 100, 17);
    context.fillStyle = `rgb(0 0 0 / ${Math.round(55 * (1 - level))}%)`;
    context.fill();
    context.strokeStyle = "rgb(0 0 0 / 45%)";
    context.lineWidth = 3;
    context.stroke();
  }
}

/** A text in lines of a width, broken between words; the last of them takes whatever is left. */
export function broken(
  text: string,
  room: number,
  most: number,
  width: (line: string) => number,
): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last === undefined) lines.push(word);
    else if (lines.length < most && width(longer) > room) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** The flat picture frame by frame, with words below it: for a throw that is sent as an animation. */

import type { Mat } from "../../protocol";
import { FlatStage } from "../flat/stage";
import { put } from "../flat/svg";
import { canvasOf } from "../grain";
import { boxSight } from "../seats";
import type { LookName } from "../types";
import type { ClipDie } from "./timeline";

/** Pixels of the picture, and of the lines of text below it. */
export const SIZE = { width: 400, height: 444, line: 23 };
/** Who threw, and what came of it. */
const TITLE_LINES = 1;
const RESULT_LINES = 3;
const TEXT = "#f8eddc";

export class ClipPainter {
  readonly #context = canvasOf(SIZE.width, SIZE.height)[1];
  readonly #stage = new FlatStage();

  constructor(name: LookName, mat: Mat | null) {
    const stage = this.#stage;
    stage.dress(name);
    stage.spread(mat);
    stage.showArrows(false);
    put(stage.picture, "width", SIZE.width);
    put(stage.picture, "height", SIZE.height);
    stage.resize(SIZE.width, SIZE.height);
    const text = (TITLE_LINES + RESULT_LINES) * SIZE.line;
    const insets = { top: 14, right: 14, bottom: 14 + text, left: 14 };
    stage.view.frame(boxSight(stage.box), insets, stage.box.die.edge);
  }

  /** These dice, with who threw and what came of it below, as pixels. */
  async frame(dice: readonly ClipDie[], title: string, result: string): Promise<ImageData> {
    const context = this.#context;
    this.#stage.dice.draw(dice);
    this.#stage.render();
    const drawn = new XMLSerializer().serializeToString(this.#stage.picture);
    const image = new Image(SIZE.width, SIZE.height);
    image.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
    await image.decode();
    context.drawImage(image, 0, 0);
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

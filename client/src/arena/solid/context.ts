/** A canvas that can be drawn on in 3D, asked for before three.js is: a browser without WebGL loads none of it. */

import type { QualityName } from "../types";

export interface Drawing {
  readonly canvas: HTMLCanvasElement;
  readonly context: WebGL2RenderingContext;
}

/** Null if this browser does not draw in 3D. */
export function drawing(quality: QualityName): Drawing | null {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", {
    alpha: false,
    antialias: quality !== "low",
    powerPreference: "high-performance",
  });
  return context && { canvas, context };
}

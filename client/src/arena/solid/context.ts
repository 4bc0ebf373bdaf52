/** A canvas that can be drawn on in 3D, asked for before three.js is: a browser without WebGL loads none of it. */

import type { QualityName } from "../types";

/** How renderers call themselves that draw without a graphics card. */
const IN_SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

export interface Drawing {
  readonly canvas: HTMLCanvasElement;
  readonly context: WebGL2RenderingContext;
}

/** Null if this browser does not draw in 3D; it may do so without a graphics card only if that is wished. */
export function drawing(quality: QualityName, isWished: boolean): Drawing | null {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", {
    alpha: false,
    antialias: quality !== "low",
    powerPreference: "high-performance",
    failIfMajorPerformanceCaveat: !isWished,
  });
  if (!context) return null;
  if (isWished || !IN_SOFTWARE.test(rendererOf(context))) return { canvas, context };
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return null;
}

function rendererOf(context: WebGL2RenderingContext): string {
  const info = context.getExtension("WEBGL_debug_renderer_info");
  return String(context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
}

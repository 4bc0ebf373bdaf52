/** What everything in the 3D scene is made with: its scale, shapes of triangles, painted textures. */

import { BufferAttribute, BufferGeometry, CanvasTexture, SRGBColorSpace } from "three";

/** The scene is drawn in centimetres: shadow maps and depth work best near one. */
export const CM = 100;

/** A shape of triangles; each attribute with how many numbers a point has. */
export function shape(
  indices: number[],
  attributes: Readonly<Record<string, readonly [number[], number]>>,
): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const [name, [numbers, size]] of Object.entries(attributes))
    geometry.setAttribute(name, new BufferAttribute(new Float32Array(numbers), size));
  return geometry.setIndex(indices);
}

/** A painted canvas as colours. */
export function picture(canvas: HTMLCanvasElement, anisotropy = 1): CanvasTexture {
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  map.anisotropy = anisotropy;
  return map;
}

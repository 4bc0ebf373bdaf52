/** As much of gifenc as the clip uses; the package ships no types. */

declare module "gifenc" {
  type Palette = number[][];

  interface Frame {
    readonly palette?: Palette;
    /** Milliseconds. */
    readonly delay?: number;
    /** 0 for ever. */
    readonly repeat?: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** 1: leave what was drawn. */
    readonly dispose?: number;
  }

  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray | Uint8Array, colours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray | Uint8Array, palette: Palette): Uint8Array;
}

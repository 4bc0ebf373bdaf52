/** Binary frames: a trajectory, or a long message that was packed. Knows no message. */

const TRAJECTORY = 0x4b46;
const MESSAGE = 0x4b4d;
const HEADER = 8;

/** Whether this browser can unpack messages. */
export const canUnpack = typeof DecompressionStream !== "undefined";

export interface Frame {
  readonly kind: "trajectory" | "message";
  /** Of the throw; of a message how long it is. */
  readonly number: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** What a binary frame has in it; null if it is none of ours. */
export function readFrame(data: ArrayBuffer): Frame | null {
  const view = new DataView(data);
  if (view.byteLength < HEADER) return null;
  const magic = view.getUint16(0);
  if (magic !== TRAJECTORY && magic !== MESSAGE) return null;
  const kind = magic === MESSAGE ? "message" : "trajectory";
  return { kind, number: view.getUint32(4, true), body: new Uint8Array(data, HEADER) };
}

/** The text of a packed message. */
export function unpacked(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const packed = new Blob([body]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/** Numbers and texts as bytes, in the one way in which both sides write them. */

import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export type Bytes = Uint8Array<ArrayBuffer>;

export function unsigned(value: number, bytes: number): Bytes {
  return Uint8Array.from({ length: bytes }, (_, i) => (value >>> (8 * (bytes - 1 - i))) & 255);
}

export function doubles(values: readonly number[]): Bytes {
  const view = new DataView(new ArrayBuffer(8 * values.length));
  values.forEach((value, place) => {
    view.setFloat64(8 * place, value);
  });
  return new Uint8Array(view.buffer);
}

/** A text behind its length in bytes. */
export function counted(text: string, lengthBytes: number): Bytes {
  const bytes = utf8ToBytes(text);
  return concatBytes(unsigned(bytes.length, lengthBytes), bytes);
}

/** The bytes that a file or a message has as base64. */
export function unpacked(text: string): Bytes {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Base64url without padding. */
export function bytesToText(bytes: Uint8Array): string {
  const plain = btoa(String.fromCharCode(...bytes));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** As many bytes from their base64url; null unless the text is just the one they are written as. */
export function textToBytes(text: unknown, length: number): Bytes | null {
  if (typeof text !== "string" || !/^[\w-]*$/.test(text)) return null;
  try {
    const bytes = unpacked(text.replaceAll("-", "+").replaceAll("_", "/"));
    return bytes.length === length && bytesToText(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

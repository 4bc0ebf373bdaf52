/** Long messages come packed: they are read as they were said, and nothing overtakes them. */

import { deflateRawSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { Connection } from "../../src/net/connection";
import { readFrame, unpacked } from "../../src/net/packed";
import type { WireEvents } from "../../src/net/wire";
import { stubPage } from "../page";

stubPage();

function frame(magic: string, number: number, body: Uint8Array): ArrayBuffer {
  const bytes = new Uint8Array(8 + body.length);
  bytes.set([magic.charCodeAt(0), magic.charCodeAt(1), 1, 0]);
  new DataView(bytes.buffer).setUint32(4, number, true);
  bytes.set(body, 8);
  return bytes.buffer;
}

const packed = (text: string) => frame("KM", text.length, deflateRawSync(text));
const seats = (number: number) => JSON.stringify({ type: "seats", number });

/** A line whose other end is this test. */
function opened() {
  const heard: unknown[] = [];
  const wires: WireEvents[] = [];
  const line = new Connection(
    (events) => {
      wires.push(events);
      return { isOpen: true, send: () => undefined, close: () => undefined };
    },
    {
      message: (message) => heard.push((message as unknown as { number: number }).number),
      frame: (number) => heard.push(`frame ${number}`),
      open: () => undefined,
    },
  );
  const [wire] = wires;
  if (!wire) throw new Error("it dials at once");
  wire.opened();
  return { line, wire, heard };
}

test("a packed message is read as it was said", async () => {
  const text = JSON.stringify({ type: "lines", lines: ["é", "–"] });
  const found = readFrame(packed(text));
  expect(found?.kind).toBe("message");
  expect(found && (await unpacked(found.body))).toBe(text);
});

test("what is no frame of ours is none", () => {
  expect(readFrame(frame("XX", 1, new Uint8Array(3)))).toBe(null);
  expect(readFrame(new ArrayBuffer(7))).toBe(null);
});

test("nothing overtakes what is being unpacked", async () => {
  const { line, wire, heard } = opened();
  wire.received(seats(1));
  wire.received(packed(seats(2)));
  wire.received(seats(3));
  wire.received(frame("KF", 4, new Uint8Array(1)));
  wire.received(packed(seats(5)));
  wire.received(seats(6));
  expect(heard).toEqual([1]);
  await vi.waitFor(() => expect(heard).toEqual([1, 2, 3, "frame 4", 5, 6]));
  line.stop();
});

test("what cannot be unpacked ends the line, and nothing behind it is read", async () => {
  const { line, wire, heard } = opened();
  wire.received(frame("KM", 9, new Uint8Array([255, 255, 255])));
  wire.received(seats(1));
  await vi.waitFor(() => expect(line.state.value).toBe("lost"));
  expect(heard).toEqual([]);
  line.stop();
});

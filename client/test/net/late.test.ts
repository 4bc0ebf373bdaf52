/** A wire to somebody who has to be fetched first. */

import { expect, test } from "vitest";
import { lateWire } from "../../src/net/late";
import type { Dial, WireEvents } from "../../src/net/wire";

function heard() {
  const told: string[] = [];
  const events: WireEvents = {
    opened: () => void told.push("opened"),
    received: (data) => void told.push(String(data)),
    closed: () => void told.push("closed"),
  };
  return { told, events };
}

const echo: Dial = (events) => {
  queueMicrotask(() => events.opened());
  return { isOpen: true, send: (text) => events.received(text), close: () => events.closed() };
};

test("once it is there, everything goes through", async () => {
  const { told, events } = heard();
  const wire = lateWire(Promise.resolve(echo), events);
  expect(wire.isOpen).toBe(false);
  wire.send("too soon");
  await new Promise((done) => setTimeout(done));
  expect(wire.isOpen).toBe(true);
  wire.send("now");
  wire.close();
  expect(told).toEqual(["opened", "now", "closed"]);
});

test("one that cannot be fetched is closed", async () => {
  const { told, events } = heard();
  lateWire(Promise.reject(new Error("no network")), events);
  await new Promise((done) => setTimeout(done));
  expect(told).toEqual(["closed"]);
});

test("closed before it is there, it is never opened", async () => {
  const { told, events } = heard();
  lateWire(Promise.resolve(echo), events).close();
  await new Promise((done) => setTimeout(done));
  expect(told).toEqual([]);
});

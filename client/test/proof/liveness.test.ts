/** What pings tell about a line, and what they do not. */

import { expect, test } from "vitest";
import { Liveness } from "../../src/proof/liveness";

test("a pong tells when its ping was sent, once, and of this connection only", () => {
  const line = new Liveness();
  const [first, second] = [line.ping(10), line.ping(11)];
  expect([line.pong(second), line.pong(first), line.pong(second)]).toEqual([11, null, null]);
  const old = line.ping(12);
  line.forget();
  expect(line.pong(old)).toBeNull();
});

test("two seconds count from the newest ping that was answered before the throw was fixed", () => {
  const line = new Liveness();
  line.pong(line.ping(10));
  const later = line.ping(11);
  line.heardFixed();
  line.pong(later);
  expect([line.cannotBeLate(11.9), line.cannotBeLate(12.1)]).toEqual([true, false]);
});

test("a link had arrived once a ping behind it is answered", () => {
  const line = new Liveness();
  const before = line.ping(10);
  line.heardFixed();
  line.showedLink();
  const behind = line.ping(10);
  line.pong(before);
  expect(line.cannotBeLate(99)).toBe(false);
  line.pong(behind);
  expect(line.cannotBeLate(99)).toBe(true);
  line.heardFixed();
  expect(line.cannotBeLate(99)).toBe(false);
});

test("an offer had arrived in the same way, until it is settled", () => {
  const line = new Liveness();
  line.offered();
  const behind = line.ping(10);
  expect(line.hadOffer).toBe(false);
  line.pong(behind);
  expect(line.hadOffer).toBe(true);
  line.settledOffer();
  expect(line.hadOffer).toBe(false);
});

test("four seconds of silence count from the newest ping that was answered", () => {
  const line = new Liveness();
  expect(line.cannotBeSilent(0)).toBe(false);
  line.pong(line.ping(10));
  line.ping(13);
  expect([line.cannotBeSilent(13.9), line.cannotBeSilent(14.1)]).toEqual([true, false]);
  line.forget();
  expect(line.cannotBeSilent(10)).toBe(false);
});

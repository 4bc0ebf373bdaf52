/** Links that were not sent come back: the answers Python gives, and what leads nowhere. */

import { expect, test } from "vitest";
import { restored } from "../../src/fairness/thin";
import { known } from "./known";

test("has Python's lines", () => {
  expect(known.thin.sent.join().length).toBeLessThan(known.thin.whole.join().length);
  expect(restored(known.thin.sent)).toEqual(known.thin.whole);
  expect(restored(known.thin.whole)).toEqual(known.thin.whole);
});

test.each(["~0", "~2", "~9999", "~", "~1x"])("%s leads nowhere and stays", (text) => {
  const lines = [landing(text), landing(known.server["link 1"])];
  expect(restored(lines)).toEqual(lines);
});

test("what people write stays", () => {
  const name = JSON.stringify({ name: '"links":{"server":"~1"', other: "~1" });
  const lines = [name, landing("~1"), landing(known.server["link 1"])];
  expect(restored(lines)).toEqual([name, landing(known.server.tip), lines[2]]);
});

function landing(server: string): string {
  return JSON.stringify({ type: "land", links: { server, devices: [], signs: [] } });
}

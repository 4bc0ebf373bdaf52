/** A game on this device blames no server, in any language. */

import { expect, test } from "vitest";
import { stubPage } from "../page";

stubPage();
const { DEVICE, hall, SERVER } = await import("../../src/hall/hall");
const { leftOutText, wrongText } = await import("../../src/fairness/words");

const KINDS = ["server", "device", "order", "fixed", "hand", "tip", "missing", "digest", "dice"];

test.each([...KINDS, "record"] as const)("%s", (wrong) => {
  const finding = { wrong, throw: 2 } as Parameters<typeof wrongText>[0];
  hall.value = SERVER;
  const there = wrongText(finding);
  hall.value = DEVICE;
  const here = wrongText(finding);
  expect(there).toContain("hrow 3");
  expect(here).toContain("hrow 3");
  expect(here).not.toContain("server");
  expect(here === there).toBe(!there.includes("server"));
});

test("nor is one that leaves this device out", () => {
  hall.value = SERVER;
  expect(leftOutText()).toContain("server");
  hall.value = DEVICE;
  expect(leftOutText()).not.toContain("server");
});

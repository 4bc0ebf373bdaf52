/** A game on this device blames no server, in any language. */

import { expect, test } from "vitest";
import { WRONGS, type Wrong } from "../../src/proof/fault";
import { stubPage } from "../page";

stubPage();
const { DEVICE, hall, SERVER } = await import("../../src/hall/hall");
const { wrongText } = await import("../../src/proof/words");

test.each(Object.keys(WRONGS) as Wrong[])("%s", (wrong) => {
  hall.value = SERVER;
  const there = wrongText({ wrong, throw: 2 });
  hall.value = DEVICE;
  const here = wrongText({ wrong, throw: 2 });
  if (wrong !== "lineup") expect(there).toContain("hrow 3");
  if (wrong !== "lineup") expect(here).toContain("hrow 3");
  expect(here).not.toContain("server");
  expect(here === there).toBe(!there.includes("server"));
});

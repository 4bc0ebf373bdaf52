/** Names in sentences. */

import { expect, test } from "vitest";
import { isolated } from "../../src/speech/sentences";

test("a name from right to left leaves alone what stands beside it; others stay as they are", () => {
  expect(isolated("דנה")).toBe("\u2068דנה\u2069");
  expect(isolated("محمد")).toBe("\u2068محمد\u2069");
  expect(isolated("Zoë 민준")).toBe("Zoë 민준");
});

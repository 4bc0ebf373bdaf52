/** Time goes on though a clock stands still, and never back. */

import { expect, test } from "vitest";
import { clock } from "../../src/proof/clock";

test("the clock that says more is believed, for each moment", () => {
  let [one, other] = [1000, 5000];
  const now = clock({ now: () => one }, { now: () => other });
  expect(now()).toBe(0);
  one += 1000;
  other += 900;
  expect(now()).toBe(1);
  other += 60_000; // asleep: the first stands still
  expect(now()).toBe(61);
  other -= 3_600_000; // set back
  expect(now()).toBe(61);
  one += 500;
  expect(now()).toBe(61.5);
});

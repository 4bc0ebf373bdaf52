/** Chains of links: the answers Python gives, and links that do not belong. */

import { describe, expect, test } from "vitest";
import { CHAIN_LINKS, linkBefore, linkOf, newSecret } from "../../src/fairness/chain";
import { known } from "./known";

describe.each(["server", "device"] as const)("the known chain of the %s", (whose) => {
  const chain = known[whose];

  test("has Python's tip and links", () => {
    expect(linkOf(chain.secret, 0)).toBe(chain.tip);
    expect(linkOf(chain.secret, 1)).toBe(chain["link 1"]);
    expect(linkOf(chain.secret, 17)).toBe(chain["link 17"]);
    expect(linkOf(chain.secret, CHAIN_LINKS)).toBe(chain.secret);
  });
});

test("a chain has no link before its tip and none after its last", () => {
  expect(() => linkOf(known.server.secret, -1)).toThrow(RangeError);
  expect(() => linkOf(known.server.secret, CHAIN_LINKS + 1)).toThrow(RangeError);
});

test("secrets are fresh, and what came before a link is its hash", () => {
  expect(newSecret()).not.toBe(newSecret());
  expect(linkBefore(known.server["link 1"])).toBe(known.server.tip);
});

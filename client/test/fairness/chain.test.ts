/** Chains of links: the answers Python gives, and links that do not belong. */

import { describe, expect, test } from "vitest";
import { CHAIN_LINKS, isLink, linkOf, newSecret, show } from "../../src/fairness/chain";
import { known } from "./known";

describe.each(["server", "device"] as const)("the known chain of the %s", (whose) => {
  const chain = known[whose];

  test("has Python's tip and links", () => {
    expect(linkOf(chain.secret, 0)).toBe(chain.tip);
    expect(linkOf(chain.secret, 1)).toBe(chain["link 1"]);
    expect(linkOf(chain.secret, 17)).toBe(chain["link 17"]);
    expect(linkOf(chain.secret, CHAIN_LINKS)).toBe(chain.secret);
  });

  test("is shown link by link, and over a gap", () => {
    const first = show({ newest: chain.tip, number: 0 }, chain["link 1"], 1);
    expect(first).toEqual({ newest: chain["link 1"], number: 1 });
    expect(first && show(first, chain["link 17"], 17)?.number).toBe(17);
  });
});

test("a link of another chain, of another number, or shown again is refused", () => {
  const { tip, secret } = known.server;
  const chain = { newest: tip, number: 0 };
  expect(show(chain, known.device["link 1"], 1)).toBeNull();
  expect(show(chain, linkOf(secret, 2), 1)).toBeNull();
  expect(show({ newest: linkOf(secret, 1), number: 1 }, linkOf(secret, 1), 1)).toBeNull();
  expect(show(chain, linkOf(secret, 1).toUpperCase(), 1)).toBeNull();
  expect(show(chain, "00", 1)).toBeNull();
});

test("a chain has no link before its tip and none after its last", () => {
  expect(() => linkOf(known.server.secret, -1)).toThrow(RangeError);
  expect(() => linkOf(known.server.secret, CHAIN_LINKS + 1)).toThrow(RangeError);
});

test("secrets are fresh, and links by their looks", () => {
  expect(isLink(newSecret())).toBe(true);
  expect(newSecret()).not.toBe(newSecret());
});

/** The chance of a throw, as Python reckons it. */

import { expect, test } from "vitest";
import { linkOf } from "../../src/fairness/chain";
import { throwSeed } from "../../src/fairness/seed";
import { known } from "./known";

const { throw: thrown, digest } = known;
const named = (name: string): string => {
  const [whose, number] = name.split(" ");
  return linkOf(known[whose === "server" ? "server" : "device"].secret, Number(number));
};
const place = { table: thrown.table, number: thrown.number, attempt: thrown.attempt, digest };
const links = {
  server: named(`server ${thrown["server link"]}`),
  devices: thrown["device links"].map(named),
};

test("the known throw has Python's seed", () => {
  expect(throwSeed(place, links)).toBe(thrown.seed);
});

test("everything in it counts", () => {
  const seeds = [
    throwSeed({ ...place, table: "abd" }, links),
    throwSeed({ ...place, number: 8 }, links),
    throwSeed({ ...place, attempt: 2 }, links),
    throwSeed({ ...place, digest: "0".repeat(64) }, links),
    throwSeed(place, { ...links, server: named("server 18") }),
    throwSeed(place, { ...links, devices: [...links.devices].reverse() }),
    throwSeed(place, { ...links, devices: links.devices.slice(1) }),
    thrown.seed,
  ];
  expect(new Set(seeds).size).toBe(seeds.length);
});

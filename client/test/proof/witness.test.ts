/** The witness has the fields that `kessel verify --witness` reads, and no others. */

import { expect, test } from "vitest";
import { freshMemory, hear } from "../../src/fairness/memory";
import { witnessOf } from "../../src/fairness/witness";
import { OURS, Server, tipOf } from "./server";

const us = {
  seats: [0],
  since: 0,
  cameIn: null,
  offers: false,
  take: (tip: string) => (tip === tipOf(OURS) ? OURS : null),
};

test("what was seen, without any secret", () => {
  const server = new Server();
  const memory = hear(freshMemory("code", "g"), 0, server.lines[0] ?? "", us);
  const told = witnessOf({
    ...memory,
    late: 2,
    answered: [4],
    findings: [{ wrong: "hand", throw: 3 }],
  });
  expect(told).toEqual({
    "kessel witness": 1,
    table: "t",
    game: "g",
    lines: 1,
    digest: memory.ledger?.digest,
    devices: [{ number: 0, tips: [tipOf(OURS)] }],
    late: 2,
    answered: 1,
    findings: ["throw 3: not the hand that was sent"],
  });
  expect(JSON.stringify(told)).not.toContain(OURS);
});

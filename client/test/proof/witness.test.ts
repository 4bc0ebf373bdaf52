/** The witness has the fields that `kessel verify --witness` reads, and no others. */

import { expect, test } from "vitest";
import { freshMemory, hear } from "../../src/proof/memory";
import { witnessOf } from "../../src/proof/witness";
import { hearer } from "./hearer";
import { OUR_KEY, OURS, Server, tipOf } from "./server";

test("what was seen, without any secret", () => {
  const server = new Server();
  const fresh = freshMemory("code", "g", OUR_KEY.public);
  const memory = hear(fresh, 0, server.lines[0] ?? "", hearer());
  const told = witnessOf({ ...memory, findings: [{ wrong: "sign", throw: 3 }] });
  expect(told).toEqual({
    "kessel witness": 1,
    table: "t",
    game: "g",
    key: OUR_KEY.public,
    lines: 1,
    digest: memory.ledger?.digest,
    tips: [tipOf(OURS)],
    findings: ["throw 3: a signature that does not fit"],
  });
  expect(JSON.stringify(told)).not.toContain(OURS);
});

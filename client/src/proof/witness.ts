/** What this device saw of a game, in the form that `kessel verify --witness` reads. Pure. */

import type { Wrong } from "./ledger";
import type { Memory } from "./memory";

/** For programs and for those who read the file: plain English, whatever the page speaks. */
const WORDS: Readonly<Record<Wrong, string>> = {
  server: "the server showed a link that is not of its chain",
  device: "a device's link is not of its chain",
  order: "a line that cannot come there",
  fixed: "told twice, differently",
  hand: "not the hand that was sent",
  tip: "another chain answers for a seat of this device",
  missing: "lines are missing",
  digest: "the server's digest is not that of its lines",
  dice: "dice were shown that do not lie as the line says",
  loaded: "the dice are not those of this game",
  record: "the record tells another game",
};

export function witnessOf(memory: Memory): Record<string, unknown> {
  const { ledger } = memory;
  return {
    "kessel witness": 1,
    table: ledger?.table ?? "",
    game: memory.game,
    lines: ledger?.lines ?? 0,
    digest: ledger?.digest ?? "",
    devices: memory.devices,
    late: memory.late,
    answered: memory.answered.length,
    findings: memory.findings.map((one) => `throw ${one.throw}: ${WORDS[one.wrong]}`),
  };
}

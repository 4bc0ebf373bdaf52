/** What this device saw of a game, in the form that `kessel verify --witness` reads. Pure. */

import type { Wrong } from "./fault";
import type { Memory } from "./memory";

/** For programs and for those who read the file: plain English, whatever the page speaks. */
const WORDS: Readonly<Record<Wrong, string>> = {
  lineup: "the game did not begin as it was agreed",
  loaded: "the dice are not those of this game",
  server: "the server showed a link that is not of its chain",
  device: "a device's link is not of its chain",
  order: "a line that cannot come there",
  fixed: "told twice, differently",
  sign: "a signature that does not fit",
  tip: "a chain of another game, or one chain twice",
  late: "this device was called late, though it was not",
  left_out: "this device was left out, though it was there",
  replaced: "a bot played on, though the person was there",
  missing: "lines are missing",
  digest: "the server's digest is not that of its lines",
  dice: "dice were shown that do not lie as the line says",
  thrown: "thrown again, the dice lie otherwise",
  record: "the record tells another game",
};

export function witnessOf(memory: Memory): Record<string, unknown> {
  const { ledger } = memory;
  return {
    "kessel witness": 1,
    table: ledger?.table ?? "",
    game: memory.game,
    key: memory.key ?? "",
    lines: ledger?.lines ?? 0,
    digest: ledger?.digest ?? "",
    tips: memory.devices.flatMap((one) => one.tips),
    findings: memory.findings.map((one) => `throw ${one.throw}: ${WORDS[one.wrong]}`),
  };
}

/** What this device saw of a game, in the form that `kessel verify --witness` reads. Pure. */

import { WRONGS } from "./fault";
import type { Memory } from "./memory";

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
    findings: memory.findings.map((one) => `throw ${one.throw}: ${WRONGS[one.wrong]}`),
  };
}

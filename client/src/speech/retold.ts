/** A throw of a finished game in words for somebody else: everybody by name, whoever held this device too. Pure. */

import { replaySeats } from "../game/replay";
import { t } from "../i18n";
import type { Replay } from "../protocol";
import { linesOf, type Scene } from "./lines";
import { seatName, speakLine } from "./sentences";

/** Who threw at that step, and what came of it; null where nothing was thrown. */
export function retold(replay: Replay, at: number): { title: string; result: string } | null {
  const made = replay.steps[at];
  if (!made?.thrown) return null;
  const names = replaySeats(replay).map(seatName);
  const scene: Scene = { edition: replay.edition, names, you: null, own: [] };
  const seat = made.step.seat ?? made.thrown.casts[0]?.seat ?? 0;
  const lines = made.step.events
    .flatMap((event) => linesOf(event, scene))
    .filter((line) => !line.quiet && !line.passing);
  return {
    title: t("history.throw", { number: made.thrown.throw + 1, name: names[seat] ?? "" }),
    result: lines.map((line) => speakLine(line, scene)).join(" "),
  };
}
